#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Small readings of a text that Document puts together. Internal to syntax.
namespace mmlint::syntax {

// The first word of a statement and, if the statement gives a value or a type to one plain name,
// that name; see StatementRange.
struct StatementHead {
  std::string_view keyword;
  std::string_view name;
};
StatementHead read_head(std::string_view statement);

// The codes of a comment `# mmlint: ignore[MM101, MM301]`; none without brackets; null if the
// comment is no suppression.
std::optional<std::vector<std::string_view>> read_suppression(std::string_view comment);

// What is said of a file that cannot be read; `place` is the offset in the file.
std::string too_large_message(std::size_t bytes);
std::string not_utf8_message(std::string_view text, std::size_t at, std::size_t place);

// Why tree-sitter refuses a statement at an offset, in CPython's words as far as they can be told.
struct Explanation {
  std::size_t begin;
  std::size_t end;
  std::string message;
};
Explanation explain_error(std::string_view statement, std::size_t offset);

}  // namespace mmlint::syntax

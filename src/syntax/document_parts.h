#pragma once

#include <string>
#include <string_view>

// Small readings of a text that Document puts together. Internal to syntax.
namespace mmlint::syntax {

// The first word of a statement and, if the statement gives a value or a type to one plain name,
// that name; see StatementRange.
struct StatementHead {
  std::string_view keyword;
  std::string_view name;
};
StatementHead read_head(std::string_view statement);

// Why tree-sitter refuses a statement at an offset, in CPython's words as far as they can be told.
struct Explanation {
  std::size_t begin;
  std::size_t end;
  std::string message;
};
Explanation explain_error(std::string_view statement, std::size_t offset);

}  // namespace mmlint::syntax

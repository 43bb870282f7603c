#include "shell_syntax/shell_document.h"

#include <fmt/format.h>

#include "base/text.h"
#include "shell_syntax/command_reader.h"
#include "shell_syntax/statement_lines.h"

namespace mmlint::shell_syntax {
ShellDocument::ShellDocument(const Source& source) : source_(source) {
  const std::string_view text = source.bytes();
  const auto add = [&](SyntaxProblem::Kind kind, std::size_t begin, std::size_t end,
                       std::string message) {
    const Span span{source.id(), static_cast<std::uint32_t>(begin),
                    static_cast<std::uint32_t>(end)};
    problems_.push_back({kind, span, std::move(message)});
  };
  if (text.size() > kMaxBytes) {
    add(SyntaxProblem::Kind::kTooLarge, 0, 0, too_large_message(text.size()));
    return;
  }
  if (const auto wrong = first_invalid_utf8(text)) {
    add(SyntaxProblem::Kind::kNotUtf8, *wrong, *wrong + 1, not_utf8_message(text, *wrong, *wrong));
    return;
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    add(SyntaxProblem::Kind::kSyntaxError, nul, nul + 1,
        "a shell script cannot contain null bytes");
    return;
  }
  // A byte order mark is part of the first word to bash, as it is here.
  CommandReader reader({text, source.id(), arena_});
  statements_ = reader.run();
  if (reader.problem()) problems_.push_back(*reader.problem());
  for (const auto& [begin, end] : reader.comments())
    suppressions_.read(source, {source.id(), begin, end});
  if (!suppressions_.comments.empty())
    suppressions_.statements = statement_lines(statements_, text);
}

std::optional<Block> read_commands(std::string_view text, std::pmr::memory_resource& arena) {
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  CommandReader reader({text, FileId::kNone, arena});
  const Block statements = reader.run();
  if (reader.problem()) return std::nullopt;
  return statements;
}

}  // namespace mmlint::shell_syntax

#include "fix/script/statement_line.h"

#include "fix/text/source_lines.h"

namespace mmlint::fix {

std::optional<StatementLine> line_of(const syntax::Document& document, Span statement) {
  const std::string_view bytes = document.source().bytes();
  auto indent = indent_before(bytes, statement.begin);
  if (!indent) return std::nullopt;
  const bool has_tab = indent->find('\t') != std::string::npos;
  const std::size_t behind = bytes.find_first_not_of(" \t", statement.end);
  const bool ends = behind == bytes.npos || is_line_end(bytes[behind]) || bytes[behind] == '#';
  return StatementLine{std::move(*indent), has_tab ? "\t" : "    ", ends};
}

}  // namespace mmlint::fix

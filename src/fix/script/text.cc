#include "fix/script/text.h"

namespace mmlint::fix {

std::optional<Line> line_of(const syntax::Document& document, Span statement) {
  const std::string_view bytes = document.source().bytes();
  std::size_t begin = statement.begin;
  while (begin > 0 && bytes[begin - 1] != '\n' && bytes[begin - 1] != '\r') --begin;
  Line line;
  line.indent = std::string(bytes.substr(begin, statement.begin - begin));
  if (line.indent.find_first_not_of(" \t") != std::string::npos) return std::nullopt;
  line.unit = line.indent.find('\t') == std::string::npos ? "    " : "\t";
  const std::size_t behind = bytes.find_first_not_of(" \t", statement.end);
  line.ends = behind == bytes.npos || bytes[behind] == '\n' || bytes[behind] == '\r' ||
              bytes[behind] == '#';
  return line;
}

const script::Summary* script_of(const check::Finding& finding, project::Workspace& workspace) {
  const std::string& path = workspace.sources().get(finding.diagnostic.primary.file).path();
  return workspace.scripts(std::span(&path, 1)).front();
}

}  // namespace mmlint::fix

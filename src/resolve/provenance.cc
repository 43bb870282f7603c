#include "resolve/provenance.h"

namespace mmlint::resolve {
namespace {

// MMEngine puts templates in as text, so the code cannot tell; the file can.
std::string_view template_name(std::string_view written,
                               const std::map<std::string, std::string>& environment) {
  const std::size_t braces = written.find("{{");
  if (braces == written.npos) return {};
  const std::size_t dollar = written.find('$', braces);
  if (dollar == written.npos) {
    return written.find("file", braces) != written.npos ? "predefined variable" : "";
  }
  const std::string name(written.substr(dollar + 1, written.find(':', dollar) - dollar - 1));
  return environment.count(name) != 0 ? "environment variable" : "environment default";
}

}  // namespace

std::string_view how_name(const Origin& origin, const Workspace& workspace) {
  switch (origin.how) {
    case How::kMerged:
      return "merged";
    case How::kReplaced:
      return "replaced";
    case How::kBaseVariable:
      return "base variable";
    case How::kImported:
      return "imported";
    case How::kLiteral:
    case How::kComputed:
      break;
  }
  const bool is_text = origin.set && origin.set->kind != Kind::kDict;
  if (is_text && origin.value.known()) {
    if (const auto name =
            template_name(workspace.sources().text(origin.value), workspace.settings().environment);
        !name.empty())
      return name;
  }
  if (origin.how == How::kLiteral) return "literal";
  return origin.source ? "variable" : "computed";
}

}  // namespace mmlint::resolve

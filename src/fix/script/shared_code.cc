#include "fix/script/shared_code.h"

#include <algorithm>

#include "fix/script/cuda_code.h"

namespace mmlint::fix {

bool shares_with_cuda(const check::Finding& finding, Span place, const Context& context) {
  const std::string& path = path_of(context, place);
  const syntax::Document* document = context.workspace.document(path);
  if (!document) return false;
  if (serves_cuda(*document, context.parser, place)) return true;
  const check::ScriptHit* hit = finding.script_hit();
  if (!hit || !hit->context || hit->context->path.empty()) return false;
  const std::string unit = unit_around(*document, context.parser, place);
  if (unit.empty()) return false;
  const std::string& entry = hit->context->path;
  const auto imported = context.workspace.imported(std::span(&entry, 1)).front();
  std::vector<std::string> files(imported.begin(), imported.end());
  files.push_back(entry);
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    const syntax::Document* other = file == path ? nullptr : context.workspace.document(file);
    return other && uses_for_cuda(*other, context.parser, unit);
  });
}

}  // namespace mmlint::fix

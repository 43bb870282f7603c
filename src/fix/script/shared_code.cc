#include "fix/script/shared_code.h"

#include <algorithm>

#include "fix/script/script_code.h"
#include "launch/programs.h"

namespace mmlint::fix {

namespace {

// Whether another file of the program that `entry` starts uses a unit of the file for CUDA.
bool used_elsewhere(const std::string& entry, const std::string& path, std::string_view unit,
                    const Context& context) {
  const auto imported = context.workspace.imported(std::span(&entry, 1)).front();
  std::vector<std::string> files(imported.begin(), imported.end());
  files.push_back(entry);
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    const syntax::Document* other = file == path ? nullptr : context.workspace.document(file);
    return other && code_of(*other, context).cuda.use(unit);
  });
}

}  // namespace

bool shares_with_cuda(const check::Finding& finding, Span place, const Context& context) {
  const std::string& path = path_of(context, place);
  const syntax::Document* document = context.workspace.document(path);
  if (!document) return false;
  ScriptCode& code = code_of(*document, context);
  if (code.cuda.serve(place)) return true;
  const check::ScriptHit* hit = finding.script_hit();
  if (!hit || !hit->facts || hit->facts->program().path().empty()) return false;
  const std::string_view unit = code.cuda.unit_around(place);
  if (unit.empty()) return false;
  const std::string& entry = hit->facts->program().path();
  const auto [known, is_new] = code.used_elsewhere.try_emplace({entry, unit}, false);
  if (is_new) known->second = used_elsewhere(entry, path, unit, context);
  return known->second;
}

}  // namespace mmlint::fix

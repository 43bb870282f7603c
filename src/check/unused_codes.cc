#include "check/unused_codes.h"

#include <algorithm>
#include <span>

#include "script/summary.h"
#include "shell/shell_script.h"

namespace mmlint::check {
namespace {

bool is_judged_wholly(const Request& request, const std::string& path) {
  project::Workspace& workspace = request.workspace;
  const auto loads = [&](const std::string& config) {
    const config::Resolved* resolved = workspace.resolve(config);
    return resolved && resolved->ok();
  };
  switch (workspace.kind(path)) {
    case config::DocumentKind::kShell: {
      const auto* script = workspace.launch_scripts(std::span(&path, 1)).front();
      return script && script->summary.is_whole();
    }
    case config::DocumentKind::kScript: {
      const auto* script = workspace.scripts(std::span(&path, 1)).front();
      return script && script->complete;
    }
    default: {
      const auto heirs = request.index.reach({path});
      return loads(path) && std::all_of(heirs.begin(), heirs.end(),
                                        [&](const auto* heir) { return loads(heir->path()); });
    }
  }
}

}  // namespace

std::vector<Problem> unused_codes(Suppressed& suppressed, const Request& request,
                                  const project::Workspace::Facts& file,
                                  const std::set<std::string>& active) {
  if (request.catalog == nullptr || !suppressed.has_comments(file)) return {};
  const std::string& path = file.node->path();
  return suppressed.unused(path, is_judged_wholly(request, path) ? active : std::set<std::string>(),
                           *request.catalog);
}

}  // namespace mmlint::check

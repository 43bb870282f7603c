#include "fix/script/script_of.h"

#include "launch/programs.h"

namespace mmlint::fix {

const script::Summary* script_of(const check::Finding& finding, project::Workspace& workspace) {
  const check::ScriptHit* hit = finding.script_hit();
  const bool started = hit && hit->facts && !hit->facts->program().path().empty();
  const std::string& path = started
                                ? hit->facts->program().path()
                                : workspace.sources().get(finding.diagnostic.primary.file).path();
  return workspace.scripts(std::span(&path, 1)).front();
}

}  // namespace mmlint::fix

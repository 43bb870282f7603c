#include "fix/script/script_of.h"

namespace mmlint::fix {

const script::Summary* script_of(const check::Finding& finding, project::Workspace& workspace) {
  const std::string& path = workspace.sources().get(finding.diagnostic.primary.file).path();
  return workspace.scripts(std::span(&path, 1)).front();
}

}  // namespace mmlint::fix

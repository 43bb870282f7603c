#pragma once

#include "check/findings/finding.h"
#include "project/workspace.h"
#include "script/summary.h"

namespace mmlint::fix {

// Returns the script that a finding is about: the one that is started, even if the finding stands
// in a module that it imports. The workspace, from which the script is read, owns it; null if it is
// not valid Python.
const script::Summary* script_of(const check::Finding& finding, project::Workspace& workspace);

}  // namespace mmlint::fix

#pragma once

#include "check/finding.h"
#include "project/workspace.h"
#include "script/summary.h"

namespace mmlint::fix {

// The script whose program a finding was made in, which may stand in a module of it, as a workspace
// has it, which owns it; null if it is not valid Python.
const script::Summary* script_of(const check::Finding& finding, project::Workspace& workspace);

}  // namespace mmlint::fix

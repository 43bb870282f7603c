#pragma once

#include "check/finding.h"
#include "project/workspace.h"
#include "script/summary.h"

namespace mmlint::fix {

// The script that a finding stands in, as a workspace has it, which owns it; null if it is not
// valid Python.
const script::Summary* script_of(const check::Finding& finding, project::Workspace& workspace);

}  // namespace mmlint::fix

#pragma once

#include "fix/plan.h"

// What the fixes of launch scripts write, one function for each verb of rule_fix.h that is for
// them. Each edits the text where the finding stands.
namespace mmlint::fix {

// torchrun takes the place of what starts a script.
Planned plan_use_torchrun(const catalog::verb::UseTorchrun& verb, const check::Finding& finding,
                          const Context& context);

// A variable that the script sets gets another name. If that one is set as well, the setting goes.
Planned plan_rename_variable(const catalog::verb::RenameVariable& verb,
                             const check::Finding& finding, const Context& context);

// ${PIPESTATUS[0]} takes the place of $?.
Planned plan_read_pipestatus(const catalog::verb::ReadPipestatus& verb,
                             const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix

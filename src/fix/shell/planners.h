#pragma once

#include "fix/plan.h"

// What the fixes of launch scripts write: one function plans each verb of rule_fix.h that is for
// them, and returns a refusal where the fix cannot be made. Each edits the text where the finding
// stands.
namespace mmlint::fix {

// Puts torchrun in the place of what starts a script.
Planned plan_use_torchrun(const catalog::verb::UseTorchrun& verb, const check::Finding& finding,
                          const Context& context);

// Renames a variable that the script sets. If it sets the new name as well, the old setting is
// removed.
Planned plan_rename_variable(const catalog::verb::RenameVariable& verb,
                             const check::Finding& finding, const Context& context);

// Puts ${PIPESTATUS[0]} in the place of $?.
Planned plan_read_pipestatus(const catalog::verb::ReadPipestatus& verb,
                             const check::Finding& finding, const Context& context);

// Puts LaunchHit::replacement in the place of what is found.
Planned plan_replace_word(const catalog::verb::ReplaceWord& verb, const check::Finding& finding,
                          const Context& context);

}  // namespace mmlint::fix

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

// Puts LaunchHit::replacement in the place of LaunchHit::replaced, or of what is found.
Planned plan_replace_word(const catalog::verb::ReplaceWord& verb, const check::Finding& finding,
                          const Context& context);

// Removes the option or the setting of a variable that is found.
Planned plan_remove_word(const catalog::verb::RemoveWord& verb, const check::Finding& finding,
                         const Context& context);

// Puts LaunchHit::replacement in a line of its own before the statement that is found.
Planned plan_add_line(const catalog::verb::AddLine& verb, const check::Finding& finding,
                      const Context& context);

// Puts VARIABLE=LaunchHit::replacement before the command of the launch that is found.
Planned plan_set_variable(const catalog::verb::SetVariable& verb, const check::Finding& finding,
                          const Context& context);

// Removes the quotes of the delimiter of the here-document that holds the first of
// LaunchHit::places, unless that would expand anything inside of strings as well.
Planned plan_drop_delimiter_quotes(const catalog::verb::DropQuotes& verb,
                                   const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix

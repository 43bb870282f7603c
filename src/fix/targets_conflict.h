#pragma once

#include "check/check.h"
#include "fix/context.h"
#include "fix/refusal.h"

namespace mmlint::fix {

// Returns true if the user has named the rule of a finding, so that it is fixed also where it is
// information.
bool is_asked_for(const check::Finding& finding, const check::Request& request);
// Returns false if the settings of the project forbid that findings of this rule are fixed.
bool may_be_fixed(const check::Finding& finding, const check::Request& request);

// Returns the refusal of a fix that would be wrong for one of several targets that were asked for:
// nothing is wrong there with the old value, and the new one is not what that target would choose,
// nor does the fix keep what the script does there. Nullopt if the fix serves them all.
std::optional<Refusal> targets_conflict(const check::Finding& finding,
                                        const check::Request& request, const Context& context);

}  // namespace mmlint::fix

#pragma once

#include <optional>

#include "check/check.h"
#include "fix/refusal.h"

namespace mmlint::fix {

// The refusal of a fix that would be wrong for one of several targets that were asked for: there
// the old value is right, and the new one is not what this target would choose. Nothing if the fix
// serves them all.
std::optional<Refusal> targets_conflict(const check::Finding& finding,
                                        const check::Request& request);

}  // namespace mmlint::fix

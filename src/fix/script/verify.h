#pragma once

#include "fix/candidates.h"

namespace mmlint::fix {

// Returns the refusal of fixes of one rule in one training script that do not repair it, or that
// leave it invalid or a name in it without a value; nullopt if all is well. `edited` is the project
// with all of them applied, `context` has it without them.
std::optional<Refusal> verify_script(std::span<const Candidate* const> candidates,
                                     project::Workspace& edited, const Context& context);

}  // namespace mmlint::fix

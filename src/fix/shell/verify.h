#pragma once

#include "fix/candidates.h"

namespace mmlint::fix {

// Returns the refusal of fixes of one rule in one launch script that do not repair it, make bash
// refuse it, or change what else it starts; nullopt if all is well. `edited` is the project with
// all of them applied, `context` has it without them.
std::optional<Refusal> verify_launch_script(std::span<const Candidate* const> candidates,
                                            project::Workspace& edited, const Context& context);

}  // namespace mmlint::fix

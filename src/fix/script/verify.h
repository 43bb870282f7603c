#pragma once

#include <optional>
#include <span>

#include "fix/candidates.h"

namespace mmlint::fix {

// The refusal of fixes of one rule in one training script that do not repair it, or break it;
// `edited` is the project with all of them.
std::optional<Refusal> verify_script(std::span<const Candidate* const> candidates,
                                     project::Workspace& edited, const Context& context);

}  // namespace mmlint::fix

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fix/plan.h"
#include "fix/trial.h"

namespace mmlint::fix {

// The trial of a plan; a refusal if its edits touch each other.
OrRefusal<std::unique_ptr<Trial>> try_out(const Plan& plan, const Context& context);

// The keys that a trial changes, sorted: of all configs that depend on the files it edits, and of
// those of `also`. A refusal names a config that would not load as before.
OrRefusal<std::vector<Intent>> effect_of(Trial& trial, std::span<const std::string> also,
                                         const Context& context);

// The paths of the configs that a finding reaches, some of which may lie outside of the root.
std::vector<std::string> reached(const check::Finding& finding);

// Of entries that are wrong together, the key of one that a config would keep although another one
// changes, since something sets it again. `intents` are sorted.
std::optional<std::string> key_left_behind(const check::Finding& finding,
                                           const std::vector<Intent>& intents);

}  // namespace mmlint::fix

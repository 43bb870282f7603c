#pragma once

#include "check/script/matcher.h"

namespace mmlint::check {

// Returns the hits of {"loads": ...} in the configs that the script loads, or of {"given": ...} in
// the arguments that launch scripts give to the script.
std::vector<ScriptHit> context_hits(const catalog::Match& match, const launch::ProgramFacts& facts);

// Returns a hit for each launch script that gives an option a value that is not among its choices;
// the hit is at the option's word in the launch script. Empty if the choices are not known.
std::vector<ScriptHit> lacking_choices(const script::Option& option,
                                       const launch::ProgramFacts& facts);

// Returns a hit for each option for the local rank (--local_rank) that the script requires and a
// launch by torchrun does not give; torchrun itself does not pass it. The hit is at the option in
// the script, and its point is open if no known launch starts the script.
std::vector<ScriptHit> missing_local_ranks(const script::Summary& script,
                                           const launch::ProgramFacts& facts);

}  // namespace mmlint::check

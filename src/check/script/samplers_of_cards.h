#pragma once

#include "check/script/predicate.h"

namespace mmlint::check {

// A fact: where the samplers of the project that a script trains with count the cards of
// torch.cuda, on a target without CUDA. Such a sampler takes them for the processes. Without cards
// it gives each process the same samples, as nothing else that it reads depends on the rank.
std::vector<ScriptPlace> samplers_of_cards(const launch::ProgramFacts& facts);

}  // namespace mmlint::check

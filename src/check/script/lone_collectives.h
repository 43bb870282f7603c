#pragma once

#include <vector>

#include "check/script/script_place.h"
#include "launch/programs.h"

namespace mmlint::check {

// A fact: the collective calls of the default group that one process of a run makes and another one
// does not, which makes no other collective call in its place: those that make it wait for the rest
// until they run into a timeout, or meet a later call of theirs. Each process of a group must make
// the same collective calls in the same order (torch.distributed, "Collective functions").
std::vector<ScriptPlace> lone_collectives(const launch::ProgramFacts& facts);

}  // namespace mmlint::check

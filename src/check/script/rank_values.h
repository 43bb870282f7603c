#pragma once

#include "check/script/predicate.h"

// Values that must differ between the ranks, or must not.
namespace mmlint::check {

// A fact: the `rank` arguments of samplers that are the same number in each process, so that all of
// them go through the same part of the samples: literals, and options that nobody gives.
std::vector<ScriptPlace> samplers_of_one_rank(const launch::ProgramFacts& facts);
// A fact: the learning rates of optimizers that depend on the rank where DistributedDataParallel
// averages the gradients: with other steps, the weights do not stay equal.
std::vector<ScriptPlace> rates_of_rank(const launch::ProgramFacts& facts);
// A fact: what a ReduceLROnPlateau gets where that is the loss of each process alone, which lowers
// its learning rate at another time.
std::vector<ScriptPlace> plateaus_of_rank(const launch::ProgramFacts& facts);

// Returns true if gradients are averaged over all processes, whatever model it is.
bool averages(const script::Summary& script);

}  // namespace mmlint::check

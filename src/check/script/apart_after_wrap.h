#pragma once

#include "check/script/predicate.h"

// DistributedDataParallel sends the parameters of rank 0 to all ranks once, when it is made
// (torch/nn/parallel/distributed.py: _sync_module_states). What changes them later must be the same
// on each rank.
namespace mmlint::check {

// A fact: the calls that write parameters of a wrapped model in some processes only, before these
// train it. Empty if the script may bring what one process has to the others in its own way.
std::vector<ScriptPlace> written_by_one_rank(const launch::ProgramFacts& facts);
// A fact: the statements that put a module with parameters into a wrapped model, before it trains,
// or the calls of the methods and functions that do: each process initializes it for itself, and
// nothing averages its gradients.
std::vector<ScriptPlace> replaced_behind_wrapper(const launch::ProgramFacts& facts);

}  // namespace mmlint::check

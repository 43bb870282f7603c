#pragma once

#include "check/script/predicate.h"

// Gradients that do not come to all ranks although the script means them to.
namespace mmlint::check {

// A fact: the calls of torch.distributed.reduce that bring gradients to one rank where every rank
// steps: the others step with gradients of their own. Empty if anything else may make the weights
// or the gradients equal.
std::vector<ScriptPlace> reduced_to_one(const launch::ProgramFacts& facts);
// A fact: the `process_group` arguments of DistributedDataParallel that are a group of one process
// on each rank, so that nothing is averaged.
std::vector<ScriptPlace> groups_of_one(const launch::ProgramFacts& facts);
// A fact: the calls of torch.multiprocessing.spawn that start several processes in each of those
// that a launch of the project starts by torchrun, where only the spawned ones make a group.
std::vector<ScriptPlace> spawned_twice(const launch::ProgramFacts& facts);
// A fact: the calls that make the process group in processes that the script itself starts, where
// nothing in the project says at which address they meet.
std::vector<ScriptPlace> spawned_without_address(const launch::ProgramFacts& facts);

// Returns the function of the project that processes begin with which a call starts; unknown for
// any other call.
Span started_function(const script::Call& call, const script::Summary& run,
                      project::Workspace& workspace);

}  // namespace mmlint::check

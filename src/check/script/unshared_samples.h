#pragma once

#include "check/script/predicate.h"

namespace mmlint::check {

// A fact: the callees of the data loaders that give every process of a known run all samples.
// Either the program has a DistributedSampler for each of them, which this run does not make, and
// no samples are shared; or it trains with a loader that shuffles and has none, while it makes one
// elsewhere, or whose data set and sampler cannot depend on the rank. Only of runs that wrap a
// model for several processes.
std::vector<ScriptPlace> unshared_samples(const launch::ProgramFacts& facts);

// A fact: true if some data set of a loader may be the part of one rank: the project's class of it,
// or what makes it, reads a rank.
bool shares_by_hand(const launch::Program& program);

// A fact: the arguments num_replicas of the samplers that raise in some process as a launch of the
// project starts the script on the target: DistributedSampler takes a rank only if it is below
// num_replicas (torch/utils/data/distributed.py), which is often the number of cards.
std::vector<ScriptPlace> short_samplers(const launch::ProgramFacts& facts);

// Returns the argument `sampler` of a data loader; null if it has none.
const script::Argument* sampler_of(const script::Call& loader);
// Returns true if a text has a name or a variable of ranks.
bool speaks_of_rank(std::string_view text);
// May: a data loader gives each process of the group a part of the samples.
bool has_distributed_sampler(const script::Call& loader);
// Returns the reachable loops with a backward pass.
std::vector<const script::Loop*> training_loops(const script::Summary& run);
// Returns, for each of them, the calls that have made the loaders that it goes
// through; none for a loop that may go through anything else.
std::vector<std::vector<const script::Call*>> training_loaders(const script::Summary& run);
// Returns the same for each loop in which torch computes no gradients.
std::vector<std::vector<const script::Call*>> evaluation_loaders(const script::Summary& run);

}  // namespace mmlint::check

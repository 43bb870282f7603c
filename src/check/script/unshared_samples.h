#pragma once

#include <vector>

#include "base/span.h"
#include "catalog/target.h"
#include "script/summary.h"

namespace mmlint::check {

struct Request;

// Returns the callees of the data loaders that give every process of a run all samples. Either the
// program has a DistributedSampler for each of them, which this run does not make, and no samples
// are shared; or it trains with a loader that shuffles and has none, while it makes one elsewhere.
// Only of runs that wrap a model for several processes. `script` is what the program does however
// it is started.
std::vector<Span> unshared_samples(const script::Summary& script, const script::Summary& run,
                                   const Request& request);

// Returns true if some data set of a loader may be the part of one rank: the project's class of it,
// or what makes it, reads a rank.
bool shares_by_hand(const script::Summary& script, const Request& request);

// Returns, for each loop with a backward pass, the calls that have made the loaders that it goes
// through; none for a loop that may go through anything else.
std::vector<std::vector<const script::Call*>> training_loaders(const script::Summary& run);

// A sampler that is told of fewer processes than there are.
struct ShortSampler {
  Span at;    // the argument num_replicas
  Span call;  // of DistributedSampler
  script::ProgramPoint point;
};

// Returns the samplers that raise in some process as a launch of the project starts the script on
// the target: DistributedSampler takes a rank only if it is below num_replicas
// (torch/utils/data/distributed.py), which is often the number of cards.
std::vector<ShortSampler> short_samplers(const script::Summary& script, bool in_several,
                                         const catalog::Target& target);

}  // namespace mmlint::check

#pragma once

#include <vector>

#include "base/span.h"
#include "script/summary.h"

namespace mmlint::check {

// Returns the callees of the data loaders that give every process of a run all samples: the program
// has a DistributedSampler for each of them, which this run does not make. Only of runs that wrap a
// model for several processes and share no other samples. `script` is what the program does however
// it is started.
std::vector<Span> unshared_samples(const script::Summary& script, const script::Summary& run);

}  // namespace mmlint::check

#pragma once

#include "check/script/predicate.h"

namespace mmlint::check {

// Returns the calls that leave the part of the samples of each process to defaults which are all of
// them: `batches(data)` of `def batches(data, shards=1, shard=0)`, whose object goes through
// order[self.shard::self.shards]. Only of what the loops around the backward passes of a run go
// through, and where nothing else there may depend on the rank.
std::vector<Span> whole_strides(const script::Summary& run, const launch::Program& program);

}  // namespace mmlint::check

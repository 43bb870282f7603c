#pragma once

#include <string>
#include <vector>

#include "python/eval/hazards.h"
#include "value/pool.h"
#include "value/problem.h"
#include "value/value.h"

namespace mmlint::config {

// The lists that merge() adds to, and what it must know of the child.
struct MergeNotes {
  std::vector<Problem>& problems;                  // a dict over something else (MM007)
  std::vector<Problem>& hazards;                   // MM018 and MM025
  const std::vector<python::Deletion>& deletions;  // by the child, from copies of dicts
  bool has_base_variables;  // some dicts of the child are those of the base; nothing is frozen
};
// Returns a new dict in `pool`: `child` merged over `base` as Config._merge_a_into_b in
// mmengine/config/config.py does (rules M1 to M8). It shares values with both and changes neither,
// except that `_delete_` is taken out of a child with base variables. A dict that both sides have
// keeps the span of the base's, where it is defined. Where merging fails, there is a problem, and
// an unknown value in the result. Hazards are an empty dict that clears nothing, and a key that the
// child deleted from a copy but that the base brings back.
Value* merge(Pool& pool, const Value& child, const Value& base, MergeNotes notes);

}  // namespace mmlint::config

#pragma once

#include <string>
#include <vector>

#include "resolve/eval/hazards.h"
#include "resolve/problem.h"
#include "resolve/value.h"

namespace mmlint::resolve {

// Merges a child's dict over its base's as mmengine/config/config.py, Config._merge_a_into_b does
// (rules M1 to M8). Neither is changed; what the result shares with them is not copied. A dict of
// the result that both sides made keeps the base's span, because that is where it is defined.
// Problems (a dict over something else) are appended and leave an unknown value.
// Hazards: an empty dict that clears nothing, and what the child `deleted` from a copy of a base's
// dict, which the base brings back.
struct MergeNotes {
  std::vector<Problem>& problems;
  std::vector<Problem>& hazards;
  const std::vector<Deletion>& deletions;
  bool has_base_variables;  // what child and base have in common, a base variable put there
};
Value* merge(Pool& pool, const Value& child, const Value& base, MergeNotes notes);

}  // namespace mmlint::resolve

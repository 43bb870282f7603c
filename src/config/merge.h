#pragma once

#include <string>
#include <vector>

#include "python/eval/hazards.h"
#include "value/problem.h"
#include "value/value.h"

namespace mmlint::config {

// Merges a child's dict over its base's as mmengine/config/config.py, Config._merge_a_into_b does
// (rules M1 to M8). What the result shares with them is not copied; neither is changed, but for the
// flags in a child with base variables. A dict of the result that both sides made keeps the base's
// span, because that is where it is defined.
// Problems (a dict over something else) are appended and leave an unknown value.
// Hazards: an empty dict that clears nothing, and what the child `deleted` from a copy of a base's
// dict, which the base brings back.
struct MergeNotes {
  std::vector<Problem>& problems;
  std::vector<Problem>& hazards;
  const std::vector<python::Deletion>& deletions;
  bool has_base_variables;  // the child has dicts of the base; nothing of either is frozen
};
Value* merge(Pool& pool, const Value& child, const Value& base, MergeNotes notes);

}  // namespace mmlint::config

#pragma once

#include "config/resolved.h"
#include "python/eval/hazards.h"

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

// Returns a problem (MM015) for every `_delete_` that `file` wrote and that is left in the resolved
// config `root`, below the top-level keys from which MMEngine builds objects. Elsewhere it does no
// harm, and may still have its effect where the value is used.
std::vector<Problem> leftover_deletes(const Value& root, FileId file);

// Returns the values of a base named `pkg::path`, with `_scope_` added to the outermost dicts that
// have a `type` (rules P1 to P3; mmengine/config/config.py, Config._dict_to_config_dict). What
// changes is copied into `pool`; the base is frozen and stays as it is. A top-level `type` adds a
// problem.
Value* with_scope(Pool& pool, Value& base, const BaseLink& link, std::vector<Problem>& problems);

}  // namespace mmlint::config

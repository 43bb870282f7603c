#pragma once

#include "check/common/request.h"

namespace mmlint::check {

// A part of a run that is judged apart from all others: configs that have no file in common with
// them, whole families (project/base_graph.h).
struct Shard {
  std::vector<const project::Node*> passed;  // in the order of Request::passed
  std::vector<const project::Node*> heirs;   // what inherits what was passed, and was not, sorted

  std::size_t size() const { return passed.size() + heirs.size(); }
};

// Returns everything that a request judges as one shard.
Shard whole(const Request& request);
// Returns the same as several shards, the largest first. None if there is too little of it, or if
// it has too few families, to be worth it.
std::vector<Shard> shards_of(const Request& request);

}  // namespace mmlint::check

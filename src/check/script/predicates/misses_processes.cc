// A sampler is told of fewer processes than there are; hits: its num_replicas.

#include "check/script/unshared_samples.h"

namespace mmlint::check::predicates {

bool misses_processes(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<short_samplers>(), hits);
}

}  // namespace mmlint::check::predicates

// A learning rate depends on the rank, or is lowered by the loss of one; hits: the arguments.

#include "check/script/rank_values.h"

namespace mmlint::check::predicates {

bool steps_by_rank(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  const bool any = add_places(facts.get<rates_of_rank>(), hits);
  return add_places(facts.get<plateaus_of_rank>(), hits) || any;
}

}  // namespace mmlint::check::predicates

// A learning rate depends on the rank; hits: the argument.

#include "check/script/rank_values.h"

namespace mmlint::check::predicates {

bool steps_by_rank(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<rates_of_rank>(), hits);
}

}  // namespace mmlint::check::predicates

// A sampler gives all processes the same samples; hits: its rank, or where it counts cards.

#include "check/script/rank_values.h"
#include "check/script/samplers_of_cards.h"

namespace mmlint::check::predicates {

bool shares_no_rank(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  const bool by_rank = add_places(facts.get<samplers_of_one_rank>(), hits);
  return add_places(facts.get<samplers_of_cards>(), hits) || by_rank;
}

}  // namespace mmlint::check::predicates

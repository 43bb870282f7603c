// A sampler has the same rank in all processes; hits: its rank.

#include "check/script/rank_values.h"

namespace mmlint::check::predicates {

bool shares_no_rank(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<samplers_of_one_rank>(), hits);
}

}  // namespace mmlint::check::predicates

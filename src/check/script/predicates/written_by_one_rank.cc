// Parameters of a wrapped model are written on one rank; hits: the calls.

#include "check/script/apart_after_wrap.h"

namespace mmlint::check::predicates {

bool written_by_one_rank(const script::Summary&, const launch::ProgramFacts& facts,
                         ScriptHits& hits) {
  return add_places(facts.get<check::written_by_one_rank>(), hits);
}

}  // namespace mmlint::check::predicates

// A wrapped model gets new modules; hits: the statements.

#include "check/script/apart_after_wrap.h"

namespace mmlint::check::predicates {

bool replaced_behind(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<replaced_behind_wrapper>(), hits);
}

}  // namespace mmlint::check::predicates

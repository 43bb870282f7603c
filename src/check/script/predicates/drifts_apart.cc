// Some ranks have no averaged gradients, or take no step; hits: the calls.

#include "check/script/drifting_steps.h"

namespace mmlint::check::predicates {

bool drifts_apart(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<drifting_steps>(), hits);
}

}  // namespace mmlint::check::predicates

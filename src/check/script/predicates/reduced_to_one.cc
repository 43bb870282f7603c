// Each rank steps, but one alone gets averages; hits: the calls.

#include "check/script/lone_groups.h"

namespace mmlint::check::predicates {

bool reduced_to_one(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<check::reduced_to_one>(), hits);
}

}  // namespace mmlint::check::predicates

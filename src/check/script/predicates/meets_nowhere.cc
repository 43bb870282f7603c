// Processes that the script starts make a group and do not know where to meet; hits: the calls that
// make it.

#include "check/script/lone_groups.h"

namespace mmlint::check::predicates {

bool meets_nowhere(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<spawned_without_address>(), hits);
}

}  // namespace mmlint::check::predicates

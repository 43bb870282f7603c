// mp.spawn is called in processes that torchrun starts; hits: the calls.

#include "check/script/lone_groups.h"

namespace mmlint::check::predicates {

bool spawned_twice(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<check::spawned_twice>(), hits);
}

}  // namespace mmlint::check::predicates

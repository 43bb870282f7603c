// DistributedDataParallel gets a group of one process; hits: its process_group.

#include "check/script/lone_groups.h"

namespace mmlint::check::predicates {

bool averages_alone(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<groups_of_one>(), hits);
}

}  // namespace mmlint::check::predicates

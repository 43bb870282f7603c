// A launch starts processes that never make the group; hits: what would make it.
// needs: launches

#include "check/script/lone_ranks.h"

namespace mmlint::check::predicates {

bool ranks_alone(const script::Summary& script, const launch::ProgramFacts& facts,
                 ScriptHits& hits) {
  const auto& alone = facts.get<lone_ranks>();
  return alone && alone->group.known() && add_lone_ranks(script, *alone, alone->group, hits);
}

}  // namespace mmlint::check::predicates

// A launch starts processes, and the script makes no group; hits: backward, or where the Runner is
// built.
// needs: launches

#include "check/script/lone_ranks.h"

namespace mmlint::check::predicates {

bool ranks_without_group(const script::Summary& script, const launch::ProgramFacts& facts,
                         ScriptHits& hits) {
  const auto& alone = facts.get<lone_ranks>();
  return alone && !alone->group.known() && add_lone_ranks(script, *alone, alone->training, hits);
}

}  // namespace mmlint::check::predicates

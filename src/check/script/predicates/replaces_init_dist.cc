// The script replaces, before it builds a Runner, a function with which MMEngine chooses a CUDA
// card.
// judges: each run

#include "check/script/predicate.h"
#include "launch/reachable.h"

namespace mmlint::check::predicates {

bool replaces_init_dist(const script::Summary& script, const launch::ProgramFacts& facts,
                        ScriptHits&) {
  return launch::replaces_init_dist(script, facts.target());
}

}  // namespace mmlint::check::predicates

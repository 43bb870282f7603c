// The target's bridge replaces torch.cuda: the script imports it, or each launch sets a variable
// that loads it.
// judges: each run

#include "check/script/bridge.h"
#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool bridged(const script::Summary& script, const launch::ProgramFacts& facts, ScriptHits&) {
  return is_bridged(script, facts);
}

}  // namespace mmlint::check::predicates

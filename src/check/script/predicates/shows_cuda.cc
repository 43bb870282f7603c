// Behind the target's bridge torch.cuda.is_available() is True.
// judges: each run

#include "check/script/bridge.h"
#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool shows_cuda(const script::Summary& script, const launch::ProgramFacts& facts, ScriptHits&) {
  return bridge_shows_cuda(script, facts);
}

}  // namespace mmlint::check::predicates

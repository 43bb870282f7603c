// A sampler is told each epoch, as far as that is known.

#include "check/script/drifting_steps.h"

namespace mmlint::check::predicates {

bool sets_epochs(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits&) {
  return facts.get<check::sets_epochs>();
}

}  // namespace mmlint::check::predicates

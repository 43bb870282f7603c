// A Runner is built, or a model is wrapped for distributed training.
// judges: each run

#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool trains(const script::Summary& script, const launch::ProgramFacts&, ScriptHits&) {
  return script.trains;
}

}  // namespace mmlint::check::predicates

// A Runner is built.
// judges: each run

#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool builds_runner(const script::Summary& script, const launch::ProgramFacts&, ScriptHits&) {
  return !script.builds.empty();
}

}  // namespace mmlint::check::predicates

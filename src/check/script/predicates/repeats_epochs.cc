// backward() is called in two nested loops.

#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool repeats_epochs(const script::Summary& script, const launch::ProgramFacts&, ScriptHits&) {
  return std::ranges::any_of(script.calls, [](const script::Call& call) {
    return call.loops >= 2 && call.symbol.is_method("backward");
  });
}

}  // namespace mmlint::check::predicates

// backward() is called in two nested loops, or each epoch is told to a sampler in a loop.

#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool repeats_epochs(const script::Summary& script, const launch::ProgramFacts&, ScriptHits&) {
  return std::ranges::any_of(script.calls, [](const script::Call& call) {
    return (call.loops >= 2 && call.symbol.is_method("backward")) ||
           (call.loops >= 1 && call.symbol.is_method("set_epoch") && call.point.reached);
  });
}

}  // namespace mmlint::check::predicates

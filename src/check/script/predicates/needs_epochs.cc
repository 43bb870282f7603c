// A DistributedSampler shuffles in an order that only its epoch changes; hits: where it is made.

#include "check/script/drifting_steps.h"

namespace mmlint::check::predicates {

bool needs_epochs(const script::Summary& script, const launch::ProgramFacts&, ScriptHits& hits) {
  std::vector<ScriptPlace> out;
  for (const script::Call& call : script.calls) {
    if (call.symbol.is_method("DistributedSampler") && check::needs_epochs(call))
      out.push_back({call.callee, call.span, call.symbol.str(), call.point});
  }
  return add_places(out, hits);
}

}  // namespace mmlint::check::predicates

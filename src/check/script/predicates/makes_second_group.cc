// The default process group is made where it exists; hits: the calls.
// judges: each run

#include "check/script/predicate.h"
#include "launch/reachable.h"
#include "script/symbols.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;

// Whether a call raises, as every path to it has made the group: "trying to initialize the default
// process group twice" (torch/distributed/distributed_c10d.py, init_process_group). MMEngine's
// init_dist (mmengine/dist/utils.py) does not ask for a group either, but for that of DeepSpeed.
bool raises(const Call& call) {
  return script::makes_group(call.symbol) && call.point.reached && !call.point.handled &&
         call.point.group == script::OnPaths::kAll && !call.more &&
         !call.argument("init_backend", 2) &&
         call.point.guard.answer({Question::Kind::kGroup}) != false;
}

}  // namespace

bool makes_second_group(const script::Summary& script, const launch::ProgramFacts& facts,
                        ScriptHits& hits) {
  std::vector<ScriptPlace> out;
  for (const Call& call : script.calls) {
    if (raises(call) && !launch::ways_to(call.point, facts.target()).empty())
      out.push_back({call.callee, call.span, call.symbol.str(), call.point});
  }
  return add_places(out, hits);
}

}  // namespace mmlint::check::predicates

// The script starts one process for each card, and the target has none; hits: the calls that would
// start them.

#include "check/script/lone_groups.h"
#include "launch/reachable.h"

namespace mmlint::check::predicates {

bool starts_no_process(const script::Summary& script, const launch::ProgramFacts& facts,
                       ScriptHits& hits) {
  if (std::ranges::none_of(
          script.calls, [](const script::Call& call) { return call.symbol.is_method("Process"); }))
    return false;
  const auto is_possible = [&](const script::Call& call) {
    return !launch::ways_to(call.point, facts.target()).empty();
  };
  std::vector<ScriptPlace> out;
  for (const script::Call& call : script.calls) {
    const bool trains = call.symbol.is_method("backward") && call.point.reached;
    if (trains && is_possible(call)) return false;
    if (!call.symbol.is_method("Process") || is_possible(call) ||
        !started_function(call, script, facts.program().workspace()).known())
      continue;
    script::ProgramPoint point = call.point;
    point.ways.clear();
    point.guard.forget({Question::Kind::kDevice, "cuda"});
    if (point.guard.add({{Question::Kind::kDevice, "cuda"}, false}))
      out.push_back({call.callee, call.span, call.symbol.str(), point, call.callee});
  }
  return add_places(out, hits);
}

}  // namespace mmlint::check::predicates

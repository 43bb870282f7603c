// What needs the process group comes where no path has made one; hits: the call.

#include "check/script/lone_ranks.h"
#include "facts/distributed.h"
#include "launch/known_runs.h"
#include "script/symbols.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

bool needs_group(const Call& call) {
  if (script::wraps_for_group(call.symbol)) return !call.own;
  if (call.symbol.is_inside("torch.utils.data") &&
      call.symbol.is_method("DistributedSampler"))  // it asks for what is not given
    return !call.more && (!call.argument("num_replicas", 1) || !call.argument("rank", 2));
  return facts::needs_group(call.symbol.text());
}

// The point of the visit to a call where no path has made a group; of any other visit if there is
// none.
const script::ProgramPoint& earliest(const Call& call) {
  return call.groupless ? *call.groupless : call.point;
}

// Whether a call raises because no path to it makes a group. partial(DistributedDataParallel) calls
// it later.
bool raises(const Call& call) {
  const script::ProgramPoint& point = earliest(call);
  return call.callee.begin == call.span.begin && point.reached && !point.handled &&
         point.group == script::OnPaths::kNone && needs_group(call) &&
         !point.guard.answer({Question::Kind::kGroup}).value_or(false);
}

void add_first(const Summary& run, const Summary& script, std::vector<ScriptPlace>& out) {
  const auto call = std::ranges::find_if(run.calls, raises);
  if (call == run.calls.end()) return;
  const auto same = [&](const ScriptPlace& known) { return known.fact == call->span; };
  if (std::ranges::none_of(out, same))
    out.push_back({call->callee, call->span, call->symbol.str(),
                   launch::point_in_any_run(*call, script, earliest)});
}

// A fact: the first call of a script, or of one of its runs, that needs the default process group
// and comes where no path has made one: DistributedDataParallel, get_rank(), a collective. It
// raises "Default process group has not been initialized" (torch/distributed/distributed_c10d.py,
// _get_default_group). Empty if other code than what was walked may make the group.
std::vector<ScriptPlace> groupless_calls(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  std::vector<ScriptPlace> out;
  const bool any = std::ranges::any_of(script.calls, [](const Call& call) {
    return call.point.reached && call.point.group != script::OnPaths::kAll && needs_group(call);
  });
  if (!any || !script.builds.empty() || !sees_every_group(script, facts.program().workspace()))
    return out;
  // If every launch of the project is known, code that no launch reaches does no harm.
  if (facts.get_big<launch::started_runs>().empty()) add_first(script, script, out);
  if (!out.empty()) return out;
  for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
    if (!out.empty()) break;
    add_first(*each.first, script, out);
    add_first(*each.second, script, out);
  }
  for (const launch::KnownRun& each : facts.get_big<launch::started_runs>()) {
    if (out.empty()) add_first(*each.run, script, out);
  }
  return out;
}

}  // namespace

bool lacks_group(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<groupless_calls>(), hits);
}

}  // namespace mmlint::check::predicates

// A collective that some ranks call and the others do not, or a forward pass of
// DistributedDataParallel that sends buffers; hits: the calls.

#include "check/script/collectives.h"
#include "check/script/predicate.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

std::set<Span> reached_in(const Summary& run) {
  std::set<Span> out;
  for (const Call& call : run.calls) {
    if (call.point.reached) out.insert(call.span);
  }
  return out;
}

// The collective calls that a run makes and another one does not.
std::vector<const Call*> only_in(const Summary& run, const Summary& other,
                                 project::Workspace& workspace) {
  std::vector<const Call*> out;
  const std::set<Span> known = reached_in(other);
  for (const Call& call : run.calls) {
    const bool is_own = call.point.reached && known.count(call.span) == 0;
    if (is_own && (is_collective(call) || sends_buffers(call, run, workspace)))
      out.push_back(&call);
  }
  return out;
}

// Whether something that is not followed may make such a call in the other processes.
bool may_be_called_elsewhere(const Call& lone, const Summary& script,
                             project::Workspace& workspace) {
  return std::ranges::any_of(script.calls, [&](const Call& call) {
    return !call.point.reached && call.symbol == lone.symbol &&
           !launch::is_idle(call.callee, script, workspace);
  });
}

// A fact: the collective calls of the default group that one process of a run makes and another one
// does not, which makes no other collective call in its place: those that make it wait for the rest
// until they run into a timeout, or meet a later call of theirs. Each process of a group must make
// the same collective calls in the same order (torch.distributed, "Collective functions").
std::vector<ScriptPlace> lone_collectives(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  project::Workspace& workspace = facts.program().workspace();
  std::vector<ScriptPlace> out;
  if (std::ranges::none_of(script.calls, [&](const Call& call) {
        return is_collective(call) || sends_buffers(call, script, workspace);
      }))
    return out;
  for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
    const auto first = only_in(*each.first, *each.second, workspace);
    const auto second = only_in(*each.second, *each.first, workspace);
    if (!first.empty() && !second.empty()) continue;  // they may meet
    for (const Call* call : first.empty() ? second : first) {
      const bool is_call = is_collective(*call);
      const bool sure = (!is_call || is_of_all_ranks(*call)) &&
                        call->point.group == script::OnPaths::kAll &&
                        !may_be_called_elsewhere(*call, script, workspace);
      const auto same = [&](const ScriptPlace& known) { return known.fact == call->span; };
      if (!sure || std::ranges::any_of(out, same)) continue;
      const std::string_view written = workspace.sources().text(call->callee);
      out.push_back({call->callee, call->span, is_call ? call->symbol.str() : std::string(written),
                     launch::point_in_any_run(*call, script)});
    }
  }
  return out;
}

}  // namespace

bool unmatched_collective(const script::Summary&, const launch::ProgramFacts& facts,
                          ScriptHits& hits) {
  return add_places(facts.get<lone_collectives>(), hits);
}

}  // namespace mmlint::check::predicates

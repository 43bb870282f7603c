#include "check/script/lone_collectives.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "check/check.h"
#include "check/idle.h"

namespace mmlint::check {
namespace {

using script::Call;
using script::Summary;

struct Collective {
  std::string_view name;
  std::size_t group;  // the 0-based position of its process group
};
// torch/distributed/distributed_c10d.py
constexpr std::array<Collective, 17> kCollectives = {{{"all_gather", 2},
                                                      {"all_gather_into_tensor", 2},
                                                      {"all_gather_object", 2},
                                                      {"all_reduce", 2},
                                                      {"all_to_all", 2},
                                                      {"all_to_all_single", 4},
                                                      {"barrier", 0},
                                                      {"broadcast", 2},
                                                      {"broadcast_object_list", 2},
                                                      {"gather", 3},
                                                      {"gather_object", 3},
                                                      {"monitored_barrier", 0},
                                                      {"reduce", 3},
                                                      {"reduce_scatter", 3},
                                                      {"reduce_scatter_tensor", 3},
                                                      {"scatter", 3},
                                                      {"scatter_object_list", 3}}};

const Collective* collective_of(const Call& call) {
  constexpr std::string_view kModule = "torch.distributed.";
  if (!call.symbol.starts_with(kModule)) return nullptr;
  const std::string_view name = std::string_view(call.symbol).substr(kModule.size());
  const auto* found = std::find_if(kCollectives.begin(), kCollectives.end(),
                                   [&](const Collective& each) { return each.name == name; });
  return found == kCollectives.end() ? nullptr : found;
}

bool is_of_all(const Call& call, const Collective& collective) {
  if (call.more) return false;
  const script::Argument* group = call.argument("group", collective.group);
  return !group || std::all_of(group->value.begin(), group->value.end(), [](const auto& each) {
    const Value* data = each.data();
    return (data && data->kind == Value::Kind::kNone) ||
           each.symbol() == "torch.distributed.group.WORLD" ||
           each.symbol() == "torch.distributed.GroupMember.WORLD";
  });
}

std::set<Span> reached_in(const Summary& run) {
  std::set<Span> out;
  for (const Call& call : run.calls) {
    if (call.point.reached) out.insert(call.span);
  }
  return out;
}

// The collective calls that a run makes and another one does not.
std::vector<const Call*> only_in(const Summary& run, const Summary& other) {
  std::vector<const Call*> out;
  const std::set<Span> known = reached_in(other);
  for (const Call& call : run.calls) {
    if (call.point.reached && collective_of(call) && known.count(call.span) == 0)
      out.push_back(&call);
  }
  return out;
}

// Whether something that is not followed may make such a call in the other processes.
bool may_be_called_elsewhere(const Call& lone, const Summary& script, const Request& request) {
  return std::any_of(script.calls.begin(), script.calls.end(), [&](const Call& call) {
    return !call.point.reached && call.symbol == lone.symbol &&
           !is_idle(call.callee, script, request);
  });
}

}  // namespace

std::vector<ScriptPlace> lone_collectives(const Summary& script, const Request& request,
                                          const std::vector<RankRuns>& runs) {
  std::vector<ScriptPlace> out;
  for (const RankRuns& each : runs) {
    const auto first = only_in(*each.first, *each.second);
    const auto second = only_in(*each.second, *each.first);
    if (!first.empty() && !second.empty()) continue;  // they may meet
    for (const Call* call : first.empty() ? second : first) {
      const bool sure = is_of_all(*call, *collective_of(*call)) &&
                        call->point.group == script::OnPaths::kAll &&
                        !may_be_called_elsewhere(*call, script, request);
      const auto same = [&](const ScriptPlace& known) { return known.fact == call->span; };
      if (sure && std::none_of(out.begin(), out.end(), same))
        out.push_back({call->callee, call->span, call->symbol, point_in_any_run(*call, script)});
    }
  }
  return out;
}

}  // namespace mmlint::check

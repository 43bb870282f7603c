#include "check/rank_runs.h"

#include <algorithm>
#include <utility>

#include "catalog/target.h"
#include "check/check.h"
#include "check/launch_graph.h"
#include "check/lone_ranks.h"
#include "check/walked_imports.h"
#include "facts/launch.h"
#include "project/workspace.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

using script::Summary;

bool asks_for_rank(const Summary& script, const Request& request) {
  return std::any_of(script.files.begin(), script.files.end(), [&](const std::string& file) {
    const syntax::Document* document = request.workspace.document(file);
    if (!document) return false;
    const std::string_view text = document->source().bytes();
    return text.find("rank") != text.npos || text.find("RANK") != text.npos ||
           text.find("is_m") != text.npos;  // is_main_process, is_master
  });
}

// Whether a call makes the group of all processes that torchrun starts, and not one of a process
// that says itself which one it is.
bool makes_group_of_all(const script::Call& call) {
  if (!call.point.reached || !script::makes_group(call.symbol)) return false;
  const auto is_fixed = [&](const char* name, std::size_t position) {
    const script::Argument* given = call.argument(name, position);
    const Value* number = given ? script::only_data(given->value) : nullptr;
    return number && number->kind == Value::Kind::kInt && number->integer >= 0 &&
           (name[0] == 'r' || number->integer < 2);
  };
  return !call.symbol.starts_with("torch.") || (!is_fixed("rank", 4) && !is_fixed("world_size", 3));
}

// Whatever arguments are given: only the process and the target are known.
std::shared_ptr<const Summary> any_start(const std::string& path, const Request& request,
                                         int rank) {
  script::Start start;
  for (std::string& name : facts::torchrun_variables())
    start.guard.add({{Question::Kind::kEnvironment, std::move(name)}, true});
  const catalog::Literal* missing = request.target.fact("scripts.missing");
  if (missing && missing->list()) {
    for (const catalog::Literal& each : *missing->list()) {
      if (each.string()) start.guard.add({{Question::Kind::kDevice, *each.string()}, false});
    }
  }
  start.more = true;
  start.knows_all = false;
  start.set_rank(rank);
  auto run = request.workspace.started(path, start);
  return run && run->complete ? std::move(run) : nullptr;
}

}  // namespace

script::ProgramPoint point_in_any_run(const script::Call& call, const Summary& script) {
  script::ProgramPoint out = call.point;
  for (const script::Call& each : script.calls) {
    if (each.span != call.span || !each.point.reached) continue;
    out.guard = common(out.guard, each.point.guard);
    out.open = out.open && each.point.open;
  }
  return out;
}

std::vector<RankRuns> rank_runs(const std::string& path, const Summary& script,
                                const Request& request, const LaunchGraph* graph) {
  const bool in_group = std::any_of(script.calls.begin(), script.calls.end(), makes_group_of_all);
  if (!in_group || !script.builds.empty() || !walks_all_imports(script) ||
      !asks_for_rank(script, request))
    return {};
  std::vector<RankRuns> out;
  const auto launches = graph ? graph->of_script(path) : std::vector<const LinkedLaunch*>();
  if (!launches.empty()) {
    auto first = known_runs(path, script, request, *graph, 0);
    auto second = known_runs(path, script, request, *graph, 1);
    for (KnownRun& one : first) {
      const auto other = std::find_if(second.begin(), second.end(), [&](const KnownRun& each) {
        return each.launch == one.launch && each.run;
      });
      if (other != second.end())
        out.push_back({std::move(one.run), std::move(other->run), one.launch});
    }
  }
  const bool by_torchrun = std::any_of(launches.begin(), launches.end(),
                                       [](const auto* each) { return is_by_torchrun(*each); });
  if (out.empty() && (launches.empty() || by_torchrun)) {
    RankRuns any{any_start(path, request, 0), any_start(path, request, 1)};
    if (any.first && any.second) out.push_back(std::move(any));
  }
  return out;
}

}  // namespace mmlint::check

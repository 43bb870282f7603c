#include "launch/known_runs.h"

#include "launch/given_options.h"
#include "launch/launch_start.h"
#include "launch/walked_imports.h"
#include "script/symbols.h"

namespace mmlint::launch {
namespace {

using script::Summary;

constexpr std::size_t kMostRuns = 16;  // of one script

// Whether a program may ask for the number of its process, by any name.
bool may_ask_for_rank(const Program& program) {
  const auto& files = program.summary().files;
  return std::ranges::any_of(files, [&](const std::string& file) {
    const std::string_view text = program.workspace().text(file);
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
  return !call.symbol.is_inside("torch") || (!is_fixed("rank", 4) && !is_fixed("world_size", 3));
}

// The launches that start several processes. None if there are too many.
std::vector<const LinkedLaunch*> launches_of_several(const ProgramFacts& facts) {
  std::vector<const LinkedLaunch*> out;
  for (const LinkedLaunch* linked : facts.program().launches()) {
    if (!starts_several(*linked, facts.program().workspace())) continue;
    if (out.size() == kMostRuns) return {};
    out.push_back(linked);
  }
  return out;
}

}  // namespace

std::shared_ptr<const Summary> known_run(const ProgramFacts& facts, const LinkedLaunch& linked) {
  return starts_here(linked, facts.program().workspace()) ? facts.run({&linked}) : nullptr;
}

std::vector<KnownRun> runs_in_several(const ProgramFacts& facts, std::optional<int> rank) {
  std::vector<RunOf> wanted;
  for (const LinkedLaunch* linked : launches_of_several(facts)) wanted.push_back({linked, rank});
  const auto runs = facts.runs(wanted);
  std::vector<KnownRun> out;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i]) out.push_back({wanted[i].launch, runs[i]});
  }
  return out;
}

std::vector<KnownRun> known_runs(const ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  if (!script.trains || !script.builds.empty() || !walks_all_imports(script)) return {};
  return runs_in_several(facts);
}

std::vector<KnownRun> group_runs(const ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  std::vector<KnownRun> out = facts.get_big<known_runs>();
  const bool may_ask = out.empty() && script.trains && script.builds.empty() &&
                       facts.program().launches().empty() && walks_all_imports(script) &&
                       std::ranges::any_of(script.calls, makes_group_of_all);
  if (auto run = may_ask ? facts.run({}) : nullptr) out.push_back({nullptr, std::move(run)});
  return out;
}

std::vector<KnownRun> started_runs(const ProgramFacts& facts) {
  const Program& program = facts.program();
  if (!program.summary().trains || !program.summary().builds.empty()) return {};
  std::vector<RunOf> wanted;
  std::vector<KnownRun> out;
  for (const LinkedLaunch* linked : program.launches()) {
    if (is_told_by_another(*linked, program.launches())) continue;
    const bool is_known = has_known_arguments(*linked);
    if (out.size() == kMostRuns || (!is_known && start_of(*linked).values.empty())) return {};
    if (!is_on_this_machine(*linked, program.workspace()) && !is_in_container(*linked)) return {};
    out.push_back({linked, nullptr, is_known});
    wanted.push_back({linked});
  }
  const auto runs = facts.runs(wanted);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i]) return {};
    out[i].run = runs[i];
  }
  return out;
}

std::vector<KnownRun> builds_as_started(const ProgramFacts& facts) {
  const Program& program = facts.program();
  std::vector<KnownRun> out;
  for (const LinkedLaunch* linked : program.launches()) {
    if (is_told_by_another(*linked, program.launches())) continue;
    const bool is_known =
        (starts_several(*linked, program.workspace()) && has_known_arguments(*linked)) ||
        gives_pairs(*linked, program.summary());
    auto run = is_known ? facts.run({linked}) : nullptr;
    if (run && run->builds.empty()) run = nullptr;
    out.push_back({linked, std::move(run)});
  }
  return out;
}

std::vector<KnownRun> slurm_runs(const ProgramFacts& facts) {
  const Program& program = facts.program();
  std::vector<KnownRun> out;
  if (program.summary().builds.empty()) return out;
  for (const LinkedLaunch* linked : program.launches()) {
    std::string launcher;
    if (!linked->option("--launcher", &launcher) || launcher.empty() ||
        !is_slurm_step(*linked, program.workspace()))
      continue;
    if (out.size() == kMostRuns) return {};
    auto run = facts.run({linked});
    if (run && run->complete) out.push_back({linked, std::move(run)});
  }
  return out;
}

script::ProgramPoint point_in_any_run(const script::Call& call, const Summary& script, PointOf of) {
  script::ProgramPoint out = of(call);
  for (const script::Call& each : script.calls) {
    if (each.span != call.span || !each.point.reached) continue;
    out.guard = common(out.guard, of(each).guard);
    out.open = out.open && of(each).open;
  }
  return out;
}

std::vector<RankRuns> rank_runs(const ProgramFacts& facts) {
  const Program& program = facts.program();
  const Summary& script = program.summary();
  const bool in_group = std::ranges::any_of(script.calls, makes_group_of_all);
  if (!in_group || !script.builds.empty() || !walks_all_imports(script) ||
      !may_ask_for_rank(program))
    return {};
  std::vector<RunOf> wanted;  // of each launch two
  for (const LinkedLaunch* linked : launches_of_several(facts))
    wanted.insert(wanted.end(), {{linked, 0}, {linked, 1}});
  const auto& launches = program.launches();
  const bool by_torchrun =
      std::ranges::any_of(launches, [](const auto* each) { return is_by_torchrun(*each); });
  std::vector<RankRuns> out;
  const auto add = [&] {
    const auto runs = facts.runs(wanted);
    for (std::size_t i = 0; i < runs.size(); i += 2) {
      if (runs[i] && runs[i + 1]) out.push_back({runs[i], runs[i + 1], wanted[i].launch});
    }
  };
  add();
  wanted = {{nullptr, 0}, {nullptr, 1}};
  if (out.empty() && (launches.empty() || by_torchrun)) add();
  return out;
}

}  // namespace mmlint::launch

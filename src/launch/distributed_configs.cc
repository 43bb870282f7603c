#include "launch/distributed_configs.h"

#include "script/symbols.h"

namespace mmlint::launch {

using shell::ExpandedWord;
using shell::Launch;
using shell::LaunchKind;

namespace {

bool makes_group(const script::Summary& script) {
  return std::ranges::any_of(script.calls,
                             [](const auto& call) { return script::makes_group(call.symbol); });
}

// The word that gives a launcher to a launch; null if none does. `xtuner train` adds `--launcher
// pytorch` where these variables ask for several processes (xtuner/entry_point.py, cli).
const ExpandedWord* launcher_of(const LinkedLaunch& linked, std::string& launcher) {
  const Launch& launch = *linked.launch;
  const ExpandedWord* word = linked.option("--launcher", &launcher);
  if (word || launch.kind != LaunchKind::kPackage || !launch.program.is("xtuner")) return word;
  for (const char* name : {"NPROC_PER_NODE", "NNODES"}) {
    const shell::EnvironmentWrite* count = launch.variable(name);
    if (!count || !count->value || count->value->is("1")) continue;
    launcher = "pytorch";
    return &launch.program;
  }
  return nullptr;
}

// `xtuner train --deepspeed` writes runner_type and strategy into the config
// (xtuner/tools/train.py).
bool is_by_deepspeed(const LinkedLaunch& linked) {
  return linked.launch->kind == LaunchKind::kPackage && linked.launch->program.is("xtuner") &&
         linked.option("--deepspeed", nullptr);
}

}  // namespace

std::map<std::string, DistributedConfig> distributed_configs(const LaunchGraph& graph) {
  std::map<std::string, DistributedConfig> out;
  for (const LinkedLaunch* linked : graph.all()) {
    std::string launcher;
    const ExpandedWord* word = launcher_of(*linked, launcher);
    const bool several = launcher == "pytorch" || launcher == "slurm" || launcher == "mpi";
    if (!word || !several || linked->config.path.empty()) continue;
    if (linked->script_summary &&
        (linked->script_summary->builds.empty() || makes_group(*linked->script_summary)))
      continue;
    const LinkedLaunch* outer = linked;
    while (outer->through) outer = outer->through;
    const bool named = outer != linked && outer->config_word;
    const Span at = named ? outer->config_word->span : word->span;
    DistributedConfig& config =
        out.try_emplace(linked->config.path, DistributedConfig{at, {}}).first->second;
    config.by_package = config.by_package || linked->launch->kind == LaunchKind::kPackage;
    config.by_deepspeed = config.by_deepspeed && is_by_deepspeed(*linked);
    config.scripts.push_back(linked->script.path);
  }
  return out;
}

}  // namespace mmlint::launch

#pragma once

#include "launch/launch_graph.h"

namespace mmlint::launch {

// A config that launch scripts train with a launcher (`--launcher pytorch`, slurm or mpi), so that
// MMEngine makes the process group.
struct DistributedConfig {
  Span launch;                       // the word of the first launch script that says so
  std::vector<std::string> scripts;  // absolute paths of the scripts; an empty one is not known
  bool by_package = false;           // a package's command starts it by a script of that package
  // Must: in each of the launches such a script builds a FlexibleRunner, which DeepSpeed wraps.
  bool by_deepspeed = true;
};

// Returns the configs that launch scripts train so, by the config's absolute path. Launches of
// scripts that build no Runner or make the process group themselves do not count.
std::map<std::string, DistributedConfig> distributed_configs(const LaunchGraph& graph);

}  // namespace mmlint::launch

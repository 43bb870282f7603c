// srun starts torchrun several times on one node, and all of them wait at one port.
// captures: tasks

#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "launch/slurm.h"

namespace mmlint::check::predicates {

using shell::Flag;
using shell::Launch;

namespace {

bool is_known(const Flag* flag) {
  return flag && flag->value && flag->value->is_known() && !flag->value->overridable;
}

// Must: each task takes the same port: torchrun's default, or one that is written.
bool shares_port(const Launch& launch) {
  if (launch.flag("standalone")) return false;
  for (const std::string_view name : {"rdzv_endpoint", "master_port"}) {
    const Flag* flag = launch.flag(name);
    if (!flag) continue;
    return is_known(flag) && !flag->value->is("0") && !flag->value->value.ends_with(":0");
  }
  return true;
}

// Must: torchrun counts nodes, not tasks. One torchrun for each task is right where each of them is
// told that it is a node of its own.
bool counts_nodes(const Launch& launch, const launch::SlurmStep& step) {
  const auto nodes = number_of(launch, "nnodes", 1);
  if (nodes) return *nodes == 1 || nodes == step.nodes;
  const Flag* flag = launch.flag("nnodes");
  return flag->value && flag->value->sole_dependency && flag->value->value.empty() &&
         flag->value->suffix.empty() &&
         is_in(flag->value->depends_on, {"SLURM_NNODES", "SLURM_JOB_NUM_NODES"});
}

}  // namespace

LaunchHits launcher_per_task(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.reached()) {
    const Launch& launch = *linked->launch;
    if (!starts_ranks(launch) || launch.more_flags || launch.elsewhere) continue;
    const auto step = launch::slurm_step(*linked, view.request.workspace);
    if (!step || step->tasks_per_node.value_or(1) < 2 || !view.has(step->at)) continue;
    if (!shares_port(launch) || !counts_nodes(launch, *step)) continue;
    LaunchHit hit;
    hit.at = step->at;
    hit.linked = linked;
    hit.captures["tasks"] = std::to_string(*step->tasks_per_node);
    hit.places.push_back({launch.starter, {"started by each task", "由每个任务启动"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates

// A launch passes a variable as the rank of srun's tasks, but bash expands this variable before
// srun starts the tasks.
// captures: script

#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "launch/slurm.h"

namespace mmlint::check::predicates {

namespace {

// Whether a launch passes the variable on: in an option of the launcher, in an argument or in an
// environment variable.
bool takes_rank(const shell::Launch& launch, std::string_view name) {
  const auto is_it = [name](const shell::ExpandedWord& word) { return word.depends_on == name; };
  const auto in_flag = [&](const shell::Flag& flag) { return flag.value && is_it(*flag.value); };
  const auto in_variable = [&](const shell::EnvironmentWrite& write) {
    return write.value && is_it(*write.value);
  };
  return (launch.launcher && std::ranges::any_of(launch.launcher->flags, in_flag)) ||
         std::ranges::any_of(launch.arguments, is_it) ||
         std::ranges::any_of(launch.environment, in_variable);
}

}  // namespace

LaunchHits expanded_early(const LaunchView& view) {
  LaunchHits out;
  for (const shell::EarlyVariable& early : view.summary.early) {
    if (!view.has(early.span)) continue;
    for (const launch::LinkedLaunch* linked : view.own()) {
      const shell::Launch& launch = *linked->launch;
      const auto step = launch.command >= early.command && takes_rank(launch, early.name)
                            ? launch::slurm_step(*linked, view.request.workspace)
                            : std::nullopt;
      const bool by_node = early.name == "SLURM_NODEID";
      const bool by_task = early.name == "SLURM_PROCID" && step && step->tasks.value_or(1) > 1;
      const bool several = step && (step->nodes.value_or(1) > 1 || by_task ||
                                    (!by_node && step->tasks_per_node.value_or(1) > 1));
      if (!several) continue;
      LaunchHit hit;
      hit.at = early.span;
      hit.name = "$" + early.name;
      hit.linked = linked;
      hit.captures["script"] = shown_target(launch);
      out.push_back(std::move(hit));
      break;
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates

// The ranks of a launch share the kernel database of MIOpen.
// captures: processes

#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

LaunchHits shared_kernel_cache(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const shell::Launch& launch = *linked->launch;
    const auto processes = linked->processes();
    const shell::Flag* flag = launch.flag("nproc_per_node");
    if (!starts_ranks(launch) || !flag || !processes || *processes < 2) continue;
    if (is_set(launch, "MIOPEN_DISABLE_CACHE") || is_set(launch, "MIOPEN_USER_DB_PATH")) continue;
    LaunchHit hit;
    hit.at = flag->span;
    hit.linked = linked;
    hit.captures["processes"] = std::to_string(*processes);
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates

// A script needs a variable that its launcher does not set, as another launcher does.
// captures: script, launcher

#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

LaunchHits other_launcher(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const auto read = variable_of_other_launcher(*linked, view);
    if (!read) continue;
    const bool by_srun = is_in("srun", linked->launch->wrappers);
    LaunchHit hit;
    hit.at = linked->launch->starter;
    hit.linked = linked;
    hit.name = read->name;
    hit.captures["script"] = shown_target(*linked->launch);
    hit.captures["launcher"] = by_srun                         ? "srun"
                               : starts_ranks(*linked->launch) ? "torchrun"
                                                               : linked->launch->program.value;
    hit.places.push_back({read->span, {"KeyError without it", "缺少它会引发 KeyError"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates

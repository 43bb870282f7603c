// A script needs a variable that its launcher does not set, as another launcher does.
// captures: script, launcher
// forms: named

#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {
namespace {

// The variable that MMEngine's init_dist reads for the launcher which a start by torchrun names
// (mmengine/dist/utils.py, _init_dist_slurm and _init_dist_mpi); empty for any other start.
std::string_view variable_of_named_launcher(const launch::LinkedLaunch& linked, std::string& value,
                                            const shell::ExpandedWord*& word) {
  const script::Summary* script = linked.script_summary;
  word = linked.option("--launcher", &value);
  if (!word || !script || script->builds.empty() || !starts_ranks(*linked.launch) ||
      is_in("srun", linked.launch->wrappers))
    return {};
  return value == "slurm" ? "SLURM_PROCID" : value == "mpi" ? "OMPI_COMM_WORLD_LOCAL_RANK" : "";
}

}  // namespace

LaunchHits other_launcher(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const auto read = variable_of_other_launcher(*linked, view);
    std::string launcher;
    const shell::ExpandedWord* word = nullptr;
    const std::string_view named = variable_of_named_launcher(*linked, launcher, word);
    if (!read && named.empty()) continue;
    const bool by_srun = is_in("srun", linked->launch->wrappers);
    LaunchHit hit;
    hit.at = linked->launch->starter;
    hit.linked = linked;
    hit.name = read ? read->name : std::string(named);
    hit.captures["script"] = shown_target(*linked->launch);
    hit.captures["launcher"] = by_srun                         ? "srun"
                               : starts_ranks(*linked->launch) ? "torchrun"
                                                               : linked->launch->program.value;
    if (read) hit.places.push_back({read->span, {"KeyError without it", "缺少它会引发 KeyError"}});
    if (!named.empty()) {
      hit.form = "named";
      hit.places.push_back({hit.at, {"does not set it", "不会设置它"}});
      hit.at = word->span;
    }
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates

#pragma once

#include <vector>

#include "check/rank_runs.h"
#include "check/script/script_place.h"

namespace mmlint::check {

struct Request;

// Returns the first call of a script, or of one of its runs, that needs the default process group
// and comes where no path has made one: DistributedDataParallel, get_rank(), a collective. It
// raises "Default process group has not been initialized" (torch/distributed/distributed_c10d.py,
// _get_default_group). Empty if other code than what was walked may make the group.
std::vector<ScriptPlace> groupless_calls(const script::Summary& script, const Request& request,
                                         const std::vector<RankRuns>& runs);

}  // namespace mmlint::check

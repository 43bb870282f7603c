#pragma once

#include <vector>

#include "check/script/script_place.h"
#include "launch/programs.h"

namespace mmlint::check {

// A fact: the first call of a script, or of one of its runs, that needs the default process group
// and comes where no path has made one: DistributedDataParallel, get_rank(), a collective. It
// raises "Default process group has not been initialized" (torch/distributed/distributed_c10d.py,
// _get_default_group). Empty if other code than what was walked may make the group.
std::vector<ScriptPlace> groupless_calls(const launch::ProgramFacts& facts);

}  // namespace mmlint::check

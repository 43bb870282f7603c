#pragma once

#include "catalog/target.h"
#include "script/summary.h"

namespace mmlint::launch {

// Returns true if no Runner of a script uses MMEngine's wrap_model on a target. Each Runner either
// is of a class of the project whose own wrap_model does not call MMEngine's there, or gets an
// already wrapped model whenever it gets a launcher.
bool wraps_itself(const script::Summary& script, const catalog::Target& target);

}  // namespace mmlint::launch

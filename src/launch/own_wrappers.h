#pragma once

#include "catalog/target.h"
#include "script/summary.h"

namespace mmlint::launch {

// Returns true if no Runner of a script wraps the model as MMEngine does on a target: its class is
// one of the project with a wrap_model of its own, which does not get to the one of MMEngine there,
// or it gets a model that is wrapped wherever it gets a launcher.
bool wraps_itself(const script::Summary& script, const catalog::Target& target);

}  // namespace mmlint::launch

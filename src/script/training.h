#pragma once

#include "script/summary.h"

namespace mmlint::script {

// Returns what Summary::trains is to be, from the calls and builds of a summary.
bool trains(const Summary& script);

}  // namespace mmlint::script

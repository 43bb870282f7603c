#pragma once

#include "script/summary.h"

namespace mmlint::script {

// Returns what Summary::trains is to be, from the calls and builds of a summary.
bool trains(const Summary& script);

// Takes `handled` from the points of facts whose failure leaves no training: all of it stands
// behind them in the same `try`, in what is called there, and no handler trains in another way.
void forget_vain_handlers(Summary& script);

}  // namespace mmlint::script

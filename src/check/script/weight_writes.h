#pragma once

#include "launch/programs.h"

namespace mmlint::check {

// A fact: true if some text of a program may give a model other weights, or move them between
// processes in a way that no call shows. Imports that nothing uses, functions that nobody calls and
// gradients that are set do not.
bool may_set_weights(const launch::Program& program);

}  // namespace mmlint::check

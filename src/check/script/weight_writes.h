#pragma once

#include "launch/programs.h"

namespace mmlint::check {

// A fact: true if a file of a program may change the weights of a model, or may move weights
// between processes in a way that the recorded calls do not show. Unused imports, uncalled
// functions and writes to gradients do not count.
bool may_set_weights(const launch::Program& program);

}  // namespace mmlint::check

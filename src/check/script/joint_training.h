#pragma once

#include "launch/programs.h"

namespace mmlint::check {

// Must: the author of a program that makes a process group wants its processes to train one model,
// and they train it apart. A process trains on samples of its rank, or nothing seeds all processes
// alike; and it takes a stride of them by its rank, one process saves the model for all, gradients
// are averaged in a function that nobody calls, or no file names a rank. False if the processes
// save models of their own.
bool trains_jointly(const launch::Program& program, const script::Summary& run);

}  // namespace mmlint::check

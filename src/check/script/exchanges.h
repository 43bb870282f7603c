#pragma once

#include "facts/distributed.h"
#include "launch/programs.h"

namespace mmlint::check {

// May: the program brings gradients or weights of its models from one process to another by itself:
// by a collective on a tensor that may be made of them, or in a way that its text names.
// Collectives on a loss, a metric or plain data do not count, nor what no run reaches. `run` is one
// of the program, or what it does however it is started. A collective whose result only one process
// gets does not count either.
bool may_exchange(const launch::Program& program, const script::Summary& run, facts::Exchange what);

// Returns the calls of torch.distributed that gather or broadcast, which a run makes once, after
// its last backward pass: they change no step. Empty if the run has no backward pass.
std::set<Span> calls_after_training(const script::Summary& run);

}  // namespace mmlint::check

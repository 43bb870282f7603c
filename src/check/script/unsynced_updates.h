#pragma once

#include "check/script/program_syntax.h"

namespace mmlint::check {

// Returns the `model.no_sync`, or the attribute `model.require_backward_grad_sync`, that keeps the
// last pass before each step from averaging gradients: `with model.no_sync() if (i + 1) % n == 0
// else nullcontext():`. DistributedDataParallel averages in the first pass that it is not kept
// from, which must be the last one before the step. Only where that is so for every step and every
// number of passes, and where one model is wrapped.
std::vector<const syntax::Expr*> unsynced_updates(const launch::Program& program);

}  // namespace mmlint::check

#pragma once

#include <optional>

#include "base/span.h"
#include "check/script/model_uses.h"
#include "check/script/placement.h"
#include "script/summary.h"

namespace mmlint::check {

// A forward pass of the module inside of a DistributedDataParallel, under whatever name it has
// there, whose gradients the wrapper does not see.
struct InnerTraining {
  const syntax::Expr* module;  // as it is called, or as a function gets it that calls it
  Span at;                     // the call, or that argument
  Span wrapper;
};

// Returns the first one that stands in a loop with a backward pass, in a script that certainly
// never calls a wrapper and gives it to no code that was not walked.
std::optional<InnerTraining> inner_training(const script::Summary& run, const ModelUses& uses,
                                            const Placement& placement);

}  // namespace mmlint::check

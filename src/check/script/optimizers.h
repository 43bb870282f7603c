#pragma once

#include "check/script/program_syntax.h"

// Optimizers of torch and the parameters that they train.
namespace mmlint::check {

// Returns true for a class of torch.optim.
bool makes_optimizer(script::Symbol symbol);
// Returns the calls of x.parameters() whose results an optimizer gets, directly or through
// expressions. Names are followed only in the function that makes the optimizer.
std::vector<const script::Call*> parameters_of(const script::Call& optimizer,
                                               const script::Summary& run,
                                               const ProgramSyntax& syntax);

}  // namespace mmlint::check

#pragma once

#include "check/script/program_syntax.h"

// What the optimizers of torch train.
namespace mmlint::check {

// Returns true for a class of torch.optim.
bool makes_optimizer(script::Symbol symbol);
// Returns the calls of x.parameters() that an optimizer gets, in whatever form: names lead to those
// in its own function only.
std::vector<const script::Call*> parameters_of(const script::Call& optimizer,
                                               const script::Summary& run,
                                               const ProgramSyntax& syntax);

}  // namespace mmlint::check

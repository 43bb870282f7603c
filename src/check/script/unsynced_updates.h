#pragma once

#include "check/script/program_syntax.h"

namespace mmlint::check {

// Returns the `model.no_sync` of passes under the very condition under which the optimizer steps:
// `with model.no_sync() if (i + 1) % n == 0 else nullcontext():`. DistributedDataParallel averages
// in the first pass outside of no_sync(), which must be the last one before the step. Only where
// every step of the program stands under that condition, and one model is wrapped.
std::vector<const syntax::Expr*> unsynced_updates(const script::Summary& script,
                                                  const ProgramSyntax& syntax);

}  // namespace mmlint::check

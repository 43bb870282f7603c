#pragma once

#include "check/findings/finding.h"
#include "fix/context.h"

namespace mmlint::fix {

// Returns true if a place in a file of the finding's program is in code that the program has for
// CUDA too: by what that file says (CudaPlaces::serve), or because another file of the program uses
// the function, class or variable around the place for CUDA (CudaPlaces::use).
bool shares_with_cuda(const check::Finding& finding, Span place, const Context& context);

}  // namespace mmlint::fix

#pragma once

#include "check/findings/finding.h"
#include "fix/context.h"
#include "fix/script/name_reads.h"

namespace mmlint::fix {

// Returns the first place where the value that is written at hit.at is used for something else than
// what the hit found: in a comparison, in another call, under a second name. The value is followed
// through variables, parameters, attributes and results of functions of the script. Nullopt if
// there is no such place, so that the value may be replaced where it is written. With `keeps_cuda`
// the value stays on hosts with CUDA: it may then be printed, and conditions may compare it, unless
// they stop the script.
std::optional<Span> other_use(const check::ScriptHit& hit, const script::Summary& script,
                              const NameReads& reads, bool keeps_cuda);

// Returns true if a place in a file of the finding's program is in code that the program has for
// CUDA too: by what that file says (CudaPlaces::serve), because another file of the program uses
// the function, class or variable around the place for CUDA (CudaPlaces::use), or because the place
// is the default of a table of devices.
bool shares_with_cuda(const check::Finding& finding, Span place, const Context& context);

}  // namespace mmlint::fix

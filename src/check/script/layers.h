#pragma once

#include "script/summary.h"

// Modules of torch.nn, and those of the project that are made of them.
namespace mmlint::project {
class Workspace;
}

namespace mmlint::check {

// Returns the call that stands at a place and that the script gets to; null if there is none.
const script::Call* maker_of(Span at, const script::Summary& script);
// Returns true if a call certainly makes a module that has parameters of its own.
bool brings_parameters(const script::Call& maker, const script::Summary& script,
                       project::Workspace& workspace);

}  // namespace mmlint::check

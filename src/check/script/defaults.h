#pragma once

#include <functional>

#include "base/span.h"
#include "script/summary.h"
#include "syntax/ast.h"

namespace mmlint::check {

// Calls its argument with each call that some program of a run makes.
using ForEachCall = std::function<void(const std::function<void(const script::Call&)>&)>;

// Returns false if `at` is the default of a parameter that nobody is known to leave out. For a
// method of the class `definition`, somebody must be known who leaves it out: whoever calls the
// methods of an object that a registry has built is mostly not known. For a function, and for
// __init__, which a registry calls, it is left out unless some registry's build() gets it as a
// keyword, as in MODELS.build(cfg, device=device).
bool uses_default(const syntax::Stmt& definition, Span at, const ForEachCall& for_each_call);

}  // namespace mmlint::check

#pragma once

#include "script/summary.h"

namespace mmlint::check {

// Returns true if a script that trains makes a process group whose backend nobody can tell: code
// that is not read computes it, or an option without a default.
bool is_backend_unknown(const script::Summary& script);

}  // namespace mmlint::check

#pragma once

#include "check/script_context.h"
#include "script/summary.h"

namespace mmlint::check {

// Returns true if a script that trains makes a process group whose backend nobody can tell: code
// that is not read computes it, or an option without a default.
bool is_backend_unknown(const script::Summary& script);
// Returns the argument by which a script that trains moves something to a device that nobody can
// tell: code that is not read computes it, or a variable of the environment has it. Unknown if there
// is none.
Span unknown_device(const script::Summary& script);
// Returns true if a launch of the project starts several processes of a script that trains, and a
// condition of which nothing is known stands above each place that makes their process group.
// MMEngine's Runner may make one besides: of a script that builds it, nothing is said.
bool is_group_undecided(const script::Summary& script, const ScriptContext& context);

}  // namespace mmlint::check

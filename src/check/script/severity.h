#pragma once

#include "check/script/matcher.h"

namespace mmlint::check {

// Returns how serious it is that a script does something. `harm` is how serious it is where the run
// gets to it: an error stops the run or makes it train wrong. It stays one only in a program that
// trains, on a way that the project itself decides; it is a warning where an option of the command
// line, a variable of the environment or a condition of which nothing is known decides, and
// information where the run does not get to it or goes on after it. `is_built`: a config of the
// project names the class or function that holds it, which a registry builds.
Severity severity_of(Severity harm, const ScriptHit& hit, const script::Summary& script,
                     const ScriptContext& context, const catalog::Target& target, bool is_built);

}  // namespace mmlint::check

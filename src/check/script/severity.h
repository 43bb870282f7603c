#pragma once

#include "check/script/matcher.h"

namespace mmlint::check {

// Returns the severity of a hit. `harm` is the severity if every run reaches the hit: kError for
// what stops the run or makes it train wrong. The result is
// - kInfo if no training run reaches the hit, if the run goes on after the exception, if it needs an
//   option that is off by default and that every known start leaves off, or if it is the default of
//   an option and every known start passes another value;
// - at most kWarning if a command-line option, an environment variable or a condition of which
//   nothing is known decides whether the run reaches it;
// - else `harm`.
// `is_built` says that a registry builds the class or function that holds the hit, because a config
// of the project names it: the hit counts as reached then.
Severity severity_of(Severity harm, const ScriptHit& hit, const script::Summary& script,
                     const ScriptContext& context, const catalog::Target& target, bool is_built);

}  // namespace mmlint::check

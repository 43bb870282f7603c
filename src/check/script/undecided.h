#pragma once

#include "check/open_questions.h"
#include "check/script_context.h"
#include "script/summary.h"

namespace mmlint::check {

// Records what nobody can tell of a script that trains:
// - the backend of the process group that it makes, and the device that it moves something to, if
//   code that is not read or a variable of the environment gives them, or an option without a
//   default;
// - whether the processes that a launch of the project starts make a group, if a condition of which
//   nothing is known stands above each place that does so. MMEngine's Runner may make one besides:
//   of a script that builds it, this is not said.
void note_undecided(const script::Summary& script, const ScriptContext& context,
                    const Request& request, OpenQuestions& open);

}  // namespace mmlint::check

#pragma once

#include "check/causes.h"
#include "check/findings/finding_table.h"
#include "check/findings/open_questions.h"

namespace mmlint::launch {
class ProgramStore;
}

namespace mmlint::check {

// Judges the scripts of a request by the rules about scripts, and the Python inside of its launch
// scripts. Adds the findings to the table and, unless `open` is null, what is not known to *open.
// Returns what the rule about causes finds in its scripts.
ScriptCauses judge_scripts(const Request& request, launch::ProgramStore& programs,
                           const CauseRule& cause, FindingTable& table,
                           OpenQuestions* open = nullptr);

}  // namespace mmlint::check

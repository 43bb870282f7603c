#pragma once

#include "check/findings/open_questions.h"
#include "check/judge.h"

namespace mmlint::launch {

class ProgramStore;
}

namespace mmlint::check {

// Judges the scripts of a request by the rules about scripts, and the Python inside of its launch
// scripts. Adds the findings to the table and, unless `open` is null, what is not known to *open.
// Returns what the rule about causes finds in its scripts.
ScriptCauses judge_scripts(const Request& request, const launch::ProgramStore& programs,
                           const CauseRule& cause, FindingTable& table,
                           OpenQuestions* open = nullptr);

// Judges the launch scripts of a request by the rules about launch scripts. Adds the findings to
// the table.
void judge_launch_scripts(const Request& request, const launch::ProgramStore& programs,
                          FindingTable& table);

// Adds a finding for each script of the request that Python refuses (Request::refused), by the
// rules about syntax errors. It is an error if a launch script starts the file or a script of the
// request seems to import it, else information.
void judge_refused(const Request& request, const launch::ProgramStore& programs,
                   std::span<const ActiveRule> rules, FindingTable& table);

}  // namespace mmlint::check

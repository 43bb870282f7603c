#pragma once

#include <span>

#include "check/findings/finding_table.h"

namespace mmlint::launch {
class ProgramStore;
}

namespace mmlint::check {

// Adds a finding for each script of the request that Python refuses (Request::refused), by the
// rules about syntax errors. It is an error if a launch script starts the file or a script of the
// request seems to import it, else information.
void judge_refused(const Request& request, const launch::ProgramStore& programs,
                   std::span<const ActiveRule> rules, FindingTable& table);

}  // namespace mmlint::check

#pragma once

#include <memory>

#include "check/finding_table.h"

namespace mmlint::check {

class ProgramStore;

// Judges the launch scripts of a request by the rules about launch scripts. Adds the findings to
// the table.
void judge_launch_scripts(const Request& request, ProgramStore& programs, FindingTable& table);

}  // namespace mmlint::check

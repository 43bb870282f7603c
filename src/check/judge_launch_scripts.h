#pragma once

#include <memory>

#include "check/findings/finding_table.h"

namespace mmlint::launch {
class ProgramStore;
}

namespace mmlint::check {

// Judges the launch scripts of a request by the rules about launch scripts. Adds the findings to
// the table.
void judge_launch_scripts(const Request& request, launch::ProgramStore& programs,
                          FindingTable& table);

}  // namespace mmlint::check

#pragma once

#include "app/checking/judging.h"
#include "logs/diagnosis.h"

namespace mmlint::app {

// Judges the config, script and launch script that the options name beside the logs, or those that
// a log shows itself, by the rules that its diagnosis names: which of them is broken, in which
// line, how to mend it, and what would fail next. What cannot be read goes to the report's errors.
void link_to_project(std::vector<logs::Diagnosis>& diagnoses, const Options& options,
                     const Judging& judging, RunReport& report);

}  // namespace mmlint::app

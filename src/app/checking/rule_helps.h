#pragma once

#include <vector>

#include "app/checking/judging.h"
#include "app/settings/options.h"
#include "report/rule_help.h"

namespace mmlint::app {

// Adds the help of each rule that there are findings of and that `helps` lacks, on the first of the
// targets that the rule is judged on; nothing if no format asks for it. Examples that cannot be
// read are left out: `mmlint rules` says why.
void add_rule_helps(const Judging& judging, const Options& options,
                    const std::vector<Diagnostic>& findings, std::vector<report::RuleHelp>& helps);

}  // namespace mmlint::app

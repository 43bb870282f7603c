#pragma once

#include <memory>

#include "check/finding_table.h"
#include "check/open_questions.h"

namespace mmlint::check {

class LaunchGraph;

// Judges the scripts of a request by the rules about scripts, and the Python inside of its launch
// scripts. Adds the findings to the table and, unless `open` is null, what is not known to *open.
void judge_scripts(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
                   FindingTable& table, OpenQuestions* open = nullptr);

}  // namespace mmlint::check

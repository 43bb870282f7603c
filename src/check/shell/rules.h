#pragma once

#include <memory>

#include "check/finding_table.h"

namespace mmlint::check {

class LaunchGraph;

// Judges the launch scripts of a request by the rules about launch scripts. Adds the findings to
// the table.
void judge_launch_scripts(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
                          FindingTable& table);

}  // namespace mmlint::check

#pragma once

#include <span>

#include "check/finding_table.h"

namespace mmlint::check {

class LaunchGraph;

// Adds a finding for each script of the request that Python refuses (Request::refused), by those of
// the rules that are about syntax errors: an error if a launch script starts it or another script
// of the request seems to import it, else information.
void judge_refused(const Request& request, const LaunchGraph& graph,
                   std::span<const ActiveRule> rules, FindingTable& table);

}  // namespace mmlint::check

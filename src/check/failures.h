#pragma once

#include <span>
#include <vector>

#include "base/run_report.h"
#include "check/check.h"

namespace mmlint::check {

// Returns the errors that were found in the order in which they would show at run time, one stage
// of a run after the other; each hides the next.
std::vector<Failure> failures(std::span<const Finding> findings, const Request& request);

}  // namespace mmlint::check

#pragma once

#include "base/run_report.h"
#include "check/common/request.h"
#include "check/findings/finding.h"

namespace mmlint::check {

// Notes in each finding what failures() asks of its evidence (Finding::comes_to_error and matched).
void note_failures(std::vector<Finding>& findings, const FileSystem& files);

// Returns the run-time errors that the findings predict, one entry for each stage of a run at which
// some occur, in the order of the stages: the run stops at the first, which hides the later ones.
std::vector<Failure> failures(std::span<const Finding> findings, const Request& request);

}  // namespace mmlint::check

#pragma once

#include "check/common/request.h"
#include "check/findings/finding.h"

namespace mmlint::check {

// Removes the findings of rules that report once per run (catalog::Rule::once_per_run), and returns
// a sentence for each of them.
std::vector<std::string> take_notes(std::vector<Finding>& findings, const Request& request);

// Returns true if some part of a match asks what launch scripts give to a script.
bool needs_start(const catalog::Match& match);

}  // namespace mmlint::check

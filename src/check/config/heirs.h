#pragma once

#include <string>
#include <vector>

#include "check/check.h"

namespace mmlint::check {

// Returns the absolute paths of the configs below the roots that were not passed and inherit a
// passed config, directly or not. Those that name a missing base are among them if that would lie
// in a passed folder or beside a passed config, as it may have been renamed or deleted. Empty if
// Request::through_heirs is false.
std::vector<std::string> heirs_of_passed(const Request& request);

// Returns false if an heir replaces or removes the key that a hazard of its base is about.
bool reaches(const Problem& hazard, const config::Resolved& heir);

}  // namespace mmlint::check

#pragma once

#include <string>
#include <vector>

#include "check/check.h"

namespace mmlint::check {

// Returns the absolute paths of the configs below the roots that inherit what was passed and were
// not passed themselves, or that name a base that is missing where something was passed: it may
// have been renamed or deleted. None if the request does not want them.
std::vector<std::string> heirs_of_passed(const Request& request);

}  // namespace mmlint::check

#pragma once

#include <vector>

#include "resolve/problem.h"
#include "resolve/value.h"

namespace mmlint::resolve {

// Where a config has no known value (MM012), each cause once: at the place that made it unknown.
std::vector<Problem> unknown_values(const Value& root);

}  // namespace mmlint::resolve

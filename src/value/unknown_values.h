#pragma once

#include <vector>

#include "value/problem.h"
#include "value/value.h"

namespace mmlint {

// Where a config has no known value (MM012), each cause once: at the place that made it unknown.
std::vector<Problem> unknown_values(const Value& root);

}  // namespace mmlint

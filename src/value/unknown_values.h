#pragma once

#include <vector>

#include "value/problem.h"
#include "value/value.h"

namespace mmlint {

// Returns one problem (MM012) for each place that made a value below `root` unknown.
std::vector<Problem> unknown_values(const Value& root);

}  // namespace mmlint

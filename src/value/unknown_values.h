#pragma once

#include <vector>

#include "value/problem.h"
#include "value/value.h"

namespace mmlint {

// Returns the places that made values of a config unknown (MM012), each once.
std::vector<Problem> unknown_values(const Value& root);

}  // namespace mmlint

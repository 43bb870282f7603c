#pragma once

#include "base/std.h"

namespace mmlint::facts {

// The keyword arguments of a class or function that MMEngine calls with a dict of the config.
struct Parameters {
  std::vector<std::string> names;  // in any release
  std::size_t required = 0;        // the first ones, which have no default in any release
};

// Returns the parameters of "SGD" in "torch.optim", which is the row "torch.optim.SGD" of
// rules/facts/parameters.json; null for what is not listed.
const Parameters* parameters_of(std::string_view package, std::string_view name);

}  // namespace mmlint::facts

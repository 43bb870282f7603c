#pragma once

#include <vector>

#include "check/check.h"

namespace mmlint::check {

// Configs that are judged apart from all others: whole families (project/families.h).
struct Portion {
  std::vector<const project::Node*> passed;  // in the order of Request::passed
  std::vector<const project::Node*> heirs;   // what inherits what was passed, and was not, sorted

  std::size_t size() const { return passed.size() + heirs.size(); }
};

// Returns everything that a request judges as one portion.
Portion whole(const Request& request);
// Returns the same as several portions, the largest first. None if there is too little of it, or if
// it has too few families, to be worth it.
std::vector<Portion> portions_of(const Request& request);

}  // namespace mmlint::check

#pragma once

#include <string>
#include <vector>

#include "check/check.h"

namespace mmlint::check {

// Configs that are judged apart from all others: whole families (project/families.h).
struct Portion {
  std::vector<std::string> passed;  // in the order of Request::passed
  std::vector<std::string> heirs;   // configs that inherit what was passed, and were not, sorted

  std::size_t size() const { return passed.size() + heirs.size(); }
};

// Returns everything that a request judges as one portion.
Portion whole(const Request& request);
// Returns the same as several portions, the largest first. None if there is too little of it, or if
// it has too few families, to be worth it.
std::vector<Portion> portions_of(const Request& request);

}  // namespace mmlint::check

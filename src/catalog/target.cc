#include "catalog/target.h"

#include <algorithm>

namespace mmlint::catalog {

bool Target::has(const Facts& when) const {
  return std::all_of(when.begin(), when.end(), [this](const auto& wanted) {
    const Literal* known = fact(wanted.first);
    return known != nullptr && *known == wanted.second;
  });
}

}  // namespace mmlint::catalog

#pragma once

#include "check/config/matcher.h"

namespace mmlint::check {

// Top-level keys that the Runner wants all set or all None.
using KeyGroup = std::array<std::string_view, 3>;

// Returns whether only some keys of a group are set, and appends the first of these as a hit. Its
// capture "missing" names the others, and its places are where the rest is set, or set to None.
Answer find_incomplete(const ConfigView& view, const KeyGroup& group, std::vector<Hit>& hits);

}  // namespace mmlint::check

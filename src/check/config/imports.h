#pragma once

#include "check/config/matcher.h"

namespace mmlint::check {

// Returns the modules that custom_imports of a config names and that are at this place.
std::vector<Hit> imports_at(launch::ModulePlace place, const ConfigView& view);

}  // namespace mmlint::check

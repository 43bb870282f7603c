#pragma once

#include <vector>

#include "config/resolved.h"
#include "value/problem.h"
#include "value/value.h"

namespace mmlint::config {

// Returns the values of a base named as `pkg::path` with `_scope_` in the outermost dicts that have
// a `type` (rules P1 to P3; mmengine/config/config.py, Config._dict_to_config_dict). The base
// itself is frozen and not changed. A top-level `type` is a problem.
Value* with_scope(Pool& pool, Value& base, const BaseLink& link, std::vector<Problem>& problems);

}  // namespace mmlint::config

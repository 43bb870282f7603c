#pragma once

#include <vector>

#include "config/resolved.h"
#include "value/pool.h"
#include "value/problem.h"
#include "value/value.h"

namespace mmlint::config {

// Returns the values of a base named `pkg::path`, with `_scope_` added to the outermost dicts that
// have a `type` (rules P1 to P3; mmengine/config/config.py, Config._dict_to_config_dict). What
// changes is copied into `pool`; the base is frozen and stays as it is. A top-level `type` adds a
// problem.
Value* with_scope(Pool& pool, Value& base, const BaseLink& link, std::vector<Problem>& problems);

}  // namespace mmlint::config

#pragma once

#include <span>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// A rule file, called CODE-NAME.json, checked against all targets of the run.
Rule load_rule(JsonFile& file, std::span<const Target> targets);

}  // namespace mmlint::catalog

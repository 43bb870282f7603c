#pragma once

#include <span>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// Loads a rule file, called CODE-NAME.json, and checks it against all targets of the run. What is
// wrong is noted in the file; the rule returned is then incomplete.
Rule load_rule(JsonFile& file, std::span<const Target> targets);

}  // namespace mmlint::catalog

#pragma once

#include <span>

#include "catalog/json_reader.h"
#include "catalog/load_text.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// The fix of a rule with this match.
RuleFix load_fix(const Node& node, const Match& match, const Bindings& bindings);

}  // namespace mmlint::catalog

#pragma once

#include <string_view>

#include "catalog/json_reader.h"
#include "catalog/load_text.h"
#include "catalog/rule.h"

namespace mmlint::catalog {

// Loads the fix of a rule that has this match. `documents` is the kind of documents that the rule
// is about: "config", "script" or "shell". A verb that is not for them is a fault of the file.
RuleFix load_fix(const Node& node, const Match& match, std::string_view documents,
                 const Bindings& bindings);

}  // namespace mmlint::catalog

#pragma once

#include "catalog/json_reader.h"
#include "catalog/load_text.h"
#include "catalog/rule.h"

namespace mmlint::catalog {

// Loads how a run fails because of what a rule finds:
// {"stage": NAME, "errors": [{"text": ..., "value": ..., "when": ...}]}.
RunFailure load_failure(const Node& node, const Bindings& bindings);

}  // namespace mmlint::catalog

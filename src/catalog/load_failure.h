#pragma once

#include "catalog/json_reader.h"
#include "catalog/load_text.h"
#include "catalog/rule.h"

namespace mmlint::catalog {

// Loads {"stage": NAME, "errors": [{"text": ..., "value": ..., "when": ...}]}.
RunFailure load_failure(const Node& node, const Bindings& bindings);

}  // namespace mmlint::catalog

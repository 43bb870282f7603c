#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

// A base's global names with all that they hold, for functions of that base, which must not change
// them for others. `file` is the base's: what it wrote itself is not a ConfigDict.
Value* copy_namespace(Evaluator& e, Value& names, FileId file);

// As Config._substitute_base_vars leaves it (rule S1): no two places have a dict or list in common.
Value* unshared_copy(Evaluator& e, Value& value, FileId file);

}  // namespace mmlint::python

#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

// Returns a copy of a base's global names with all that they hold. Functions of that base run on
// it, so that they do not change the names for others. `file` is the base's: dicts that it wrote
// itself are plain dicts, those of its own bases become ConfigDicts.
Value* copy_namespace(Evaluator& e, Value& names, FileId file);

// Returns a deep copy in which no dict or list stands in two places, which is how
// Config._substitute_base_vars leaves a config (rule S1). `file` is the config's, as above.
Value* unshared_copy(Evaluator& e, Value& value, FileId file);

}  // namespace mmlint::python

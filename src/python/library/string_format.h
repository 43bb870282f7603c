#pragma once

#include "python/eval/natives.h"

namespace mmlint::python {

// str.format and str.format_map.
Value* format(Evaluator& e, Value* self, const Arguments& arguments);
Value* format_map(Evaluator& e, Value* self, const Arguments& arguments);

}  // namespace mmlint::python

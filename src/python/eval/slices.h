#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

// Returns x[a:b:c], whose bounds count as in CPython's PySlice_AdjustIndices. Raises what Python
// raises; an unknown bound gives an unknown value.
Value* get_slice(Evaluator& e, Value& object, const syntax::Slice& slice);
// Does x[a:b:c] = value, or `del x[a:b:c]` if that is null. What is not known taints the list.
void set_slice(Evaluator& e, Value& object, const syntax::Slice& slice, Value* value);

}  // namespace mmlint::python

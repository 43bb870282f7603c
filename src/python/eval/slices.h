#pragma once

#include "python/eval/evaluator.h"

// These functions read, set and delete x[a:b:c], whose bounds they count as CPython's
// PySlice_AdjustIndices does. They raise what Python raises; what is unknown gives an unknown value
// or taints the object.
namespace mmlint::python {

Value* get_slice(Evaluator& e, Value& object, const syntax::Slice& slice);
void set_slice(Evaluator& e, Value& object, const syntax::Slice& slice, Value& value);
void delete_slice(Evaluator& e, Value& object, const syntax::Slice& slice);

}  // namespace mmlint::python

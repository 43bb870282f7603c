#pragma once

#include "python/eval/evaluator.h"

// x[a:b:c], read, set and deleted, as CPython's PySlice_AdjustIndices counts it.
namespace mmlint::python {

Value* get_slice(Evaluator& e, Value& object, const syntax::Slice& slice);
void set_slice(Evaluator& e, Value& object, const syntax::Slice& slice, Value& value);
void delete_slice(Evaluator& e, Value& object, const syntax::Slice& slice);

}  // namespace mmlint::python

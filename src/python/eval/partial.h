#pragma once

#include "python/eval/objects.h"
#include "value/pool.h"

namespace mmlint::python {

// The object that functools.partial gives: a function, and arguments that stand before those of
// each call.
struct PartialObject : Object {
  const Pool* pool = nullptr;  // of the config that made it; only there can it be called
  Value* function = nullptr;
  Value* arguments = nullptr;  // a tuple
  Value* keywords = nullptr;   // a dict
};

// Returns what the partial gives when it is called with more arguments; an unknown value if another
// config made it.
Value* call_partial(Evaluator& e, const PartialObject& partial, const Arguments& arguments);

}  // namespace mmlint::python

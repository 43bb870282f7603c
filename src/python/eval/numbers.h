#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

// Returns what an operator gives for two numbers, as Python computes it; an unknown value where the
// result does not fit into 64 bits. Raises what Python raises, such as ZeroDivisionError.
Value* arithmetic(Evaluator& e, syntax::Operator op, const Value& a, const Value& b, Span span);
// Returns what `not`, `-`, `+` and `~` give for any value; raises TypeError where Python does.
Value* unary(Evaluator& e, syntax::Operator op, Value& operand, Span span);

}  // namespace mmlint::python

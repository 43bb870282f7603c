#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

// What an operator gives for two numbers, as Python computes it; unknown where the result does not
// fit into 64 bits. Raises what Python raises, such as ZeroDivisionError.
Value* arithmetic(Evaluator& e, syntax::Operator op, const Value& a, const Value& b, Span span);
// What `not`, `-`, `+` and `~` give for any value.
Value* unary(Evaluator& e, syntax::Operator op, Value& operand, Span span);

}  // namespace mmlint::python

#pragma once

#include <optional>
#include <string_view>

#include "python/eval/evaluator.h"

namespace mmlint::python {

__extension__ typedef __int128 Wide;  // for products and sums of two integers

// Returns `a op b` for every operator but comparisons and booleans; an unknown operand gives an
// unknown value. Raises what Python raises.
Value* binary(Evaluator& e, syntax::Operator op, Value& a, Value& b, Span span);
// Returns Python's a == b; nullopt if it cannot be known.
std::optional<bool> equals(Evaluator& e, const Value& a, const Value& b);
// Returns what a comparison (==, <, in, is and the like) gives; nullopt if it cannot be known.
// Raises TypeError for values that Python does not compare.
std::optional<bool> compare(Evaluator& e, syntax::Operator op, Value& a, Value& b, Span span);
// Returns the name that Python has for the value's type: "int", "ConfigDict".
std::string_view type_name(const Value& value);

}  // namespace mmlint::python

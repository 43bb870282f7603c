#pragma once

#include <optional>
#include <string_view>

#include "python/eval/evaluator.h"

namespace mmlint::python {

__extension__ typedef __int128 Wide;  // for products and sums of two integers

// What `a op b` gives for every operator but comparisons and booleans; unknown operands give an
// unknown value.
Value* binary(Evaluator& e, syntax::Operator op, Value& a, Value& b, Span span);
// Python's ==; nullopt if it cannot be known.
std::optional<bool> equals(Evaluator& e, const Value& a, const Value& b);
// What ==, <, in, is and the like give; nullopt if it cannot be known.
std::optional<bool> compare(Evaluator& e, syntax::Operator op, Value& a, Value& b, Span span);
// The Python name of the value's type: "int", "ConfigDict".
std::string_view type_name(const Value& value);

}  // namespace mmlint::python

#pragma once

#include <optional>
#include <string>

#include "resolve/eval/evaluator.h"

namespace mmlint::resolve {

__extension__ typedef __int128 Wide;  // for products and sums of two integers

bool is_number(const Value& value);       // bool, int or float
std::int64_t int_of(const Value& value);  // of a bool or a small int
double double_of(const Value& value);     // of any small number
std::string repr_float(double d);         // as Python's repr(float)
// An int literal in any base ("0x1f"), or decimal digits of any length; null if it is none.
Value* parse_int(Pool& pool, std::string_view digits, Span span);

// a op b for everything but comparisons and booleans; unknown operands give unknown.
Value* binary(Evaluator& e, syntax::Operator op, Value& a, Value& b, Span span);
Value* arithmetic(Evaluator& e, syntax::Operator op, const Value& a, const Value& b, Span span);
Value* unary(Evaluator& e, syntax::Operator op, Value& operand, Span span);
bool equal_numbers(const Value& a, const Value& b);  // of bools, ints and floats: value.cc
// Python's ==: equality.cc
std::optional<bool> equals(Evaluator& e, const Value& a, const Value& b);
// ==, <, in, is ...; nullopt if it cannot be known.
std::optional<bool> compare(Evaluator& e, syntax::Operator op, Value& a, Value& b, Span span);
// The Python name of the value's type: "int", "ConfigDict".
std::string_view type_name(const Value& value);

// str() and repr(); nullopt where a part is unknown or not data.
std::optional<std::string> str(Evaluator& e, const Value& value);
std::optional<std::string> repr(Evaluator& e, const Value& value);
std::optional<std::string> repr(const Value& value);         // of a config that is finished
std::optional<std::string> scalar_text(const Value& value);  // repr of None, a bool or a number
// format(value, spec); raises where Python does.
std::optional<std::string> format_value(Evaluator& e, const Value& value, std::string_view spec,
                                        Span span);

}  // namespace mmlint::resolve

#pragma once

#include <string_view>

#include "value/value.h"

namespace mmlint::data {

// What CPython says of an int() of more than 4,300 decimal digits.
inline constexpr std::string_view kTooManyDigits =
    "Exceeds the limit (4300 digits) for integer string conversion";

// Decimal digits with an optional '-'. Null if CPython refuses that many.
Value* parse_decimal(Pool& pool, std::string_view digits, Span span);
// A float as Python's float() reads it; the text is known to be one.
double parse_float(std::string_view text);

}  // namespace mmlint::data

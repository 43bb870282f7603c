#pragma once

#include <string_view>

#include "value/pool.h"
#include "value/value.h"

namespace mmlint::data {

// CPython's message for int() of a text with more than 4,300 decimal digits.
inline constexpr std::string_view kTooManyDigits =
    "Exceeds the limit (4300 digits) for integer string conversion";

// Returns a new int in `pool`, read from decimal digits with an optional '-', or null if CPython
// refuses that many digits.
Value* parse_decimal(Pool& pool, std::string_view digits, Span span);
// Returns the number that Python's float() reads. The text must be a decimal float.
double parse_float(std::string_view text);

}  // namespace mmlint::data

#pragma once

#include "value/pool.h"

namespace mmlint {

// Numbers and strings as Python reads and writes them. These functions need no evaluator.

bool is_number(const Value& value);       // returns true for a bool, an int or a float
std::int64_t int_of(const Value& value);  // returns a bool or an int that is not `big`
double double_of(const Value& value);     // returns any number that is not `big`
// Returns what Python's == gives for two bools, ints or floats.
bool equal_numbers(const Value& a, const Value& b);

// Returns what Python's repr() gives for a float: the shortest digits that read back as the same
// float.
std::string repr_float(double d);
// Returns what Python's repr() gives for None, a bool or a number; nullopt for any other value.
std::optional<std::string> scalar_text(const Value& value);
// Returns a new value in `pool`: the int that a literal in any base ("0x1f"), or any number of
// decimal digits, stand for; null if the text is neither. An int that is not decimal and does not
// fit into 64 bits is unknown.
Value* parse_int(Pool& pool, std::string_view digits, Span span);
// CPython's message for int() of a text with more than 4,300 decimal digits.
inline constexpr std::string_view kTooManyDigits =
    "Exceeds the limit (4300 digits) for integer string conversion";

// Returns a new int in `pool`, read from decimal digits with an optional '-', or null if CPython
// refuses that many digits.
Value* parse_decimal(Pool& pool, std::string_view digits, Span span);
// Returns the number that Python's float() reads. The text must be a decimal float.
double parse_float(std::string_view text);

// These read any text of ASCII, with spaces around it, as Python's int() and float() do.
// Returns the decimal digits of an int, with an optional '-'; nullopt where int() raises.
std::optional<std::string> int_digits_of(std::string_view text);
// Returns the float, which may be "inf" or "nan"; nullopt where float() raises.
std::optional<double> float_of(std::string_view text);
// Returns a text without the underscores between two letters or digits; nullopt if there is another
// underscore.
std::optional<std::string> without_underscores(std::string_view text);
// Takes the sign off a text. Returns true for a minus.
bool take_sign(std::string_view& text);

// Returns a string as Python's repr() writes it: in single quotes, unless only double ones save an
// escape. Characters beyond ASCII stay as they are.
std::string quote(std::string_view text);
// Returns bytes as repr() writes them: b'...', with everything but printable ASCII escaped.
std::string quote_bytes(std::string_view bytes);
// Returns the text with \x, \u and \U escapes for all characters beyond ASCII, as Python's ascii()
// does.
std::string escaped_beyond_ascii(std::string_view text);
// Returns true if every character is certainly printable for Python's str.isprintable(), so that
// repr() leaves it as it is; all of ASCII counts as printable. False where mmlint does not know.
bool all_printable(std::string_view text);

}  // namespace mmlint

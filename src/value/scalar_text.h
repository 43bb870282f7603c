#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "value/value.h"

namespace mmlint {

// Numbers and strings as Python reads and writes them, for everyone who holds values; nothing here
// runs a config.

bool is_number(const Value& value);       // It is a bool, an int or a float.
std::int64_t int_of(const Value& value);  // The value of a bool or of an int that is not `big`.
double double_of(const Value& value);     // The value of any number that is not `big`.
// Python's == of two bools, ints or floats.
bool equal_numbers(const Value& a, const Value& b);

// What Python's repr() gives for a float: the shortest digits that read back as the same one.
std::string repr_float(double d);
// What Python's repr() gives for None, a bool or a number; nullopt for any other value.
std::optional<std::string> scalar_text(const Value& value);
// The value of an int literal in any base ("0x1f") or of decimal digits of any length, made in
// `pool`; null if the text is none. One beyond 64 bits in another base than ten is unknown.
Value* parse_int(Pool& pool, std::string_view digits, Span span);

// A string as Python's repr() writes it: in single quotes unless only double ones spare an escape;
// characters beyond ASCII stay as they are.
std::string quote(std::string_view text);
// The same for bytes: b'...', with everything but printable ASCII escaped.
std::string quote_bytes(std::string_view bytes);
// The text with \x, \u and \U escapes for every character beyond ASCII, as Python's ascii() has it.
std::string escaped_beyond_ascii(std::string_view text);
// Whether every character is certainly printable for Python's str.isprintable(), so that repr()
// leaves it as it is; ASCII counts as printable. False where that is not known.
bool all_printable(std::string_view text);

}  // namespace mmlint

#pragma once

#include "value/value.h"

namespace mmlint {

// Returns a value as `show` prints it in JSON. Tuples and lists are arrays, sets {"__set__":
// [...]}, dicts with a key that is not a string {"__dict__": [[key, value], ...]}, references their
// dotted string, objects {"__object__": "kind name"}, unknown values {"__unknown__": "reason"}.
// Integers are written in full, floats as Python's repr() does, or {"__float__": "inf"} if they are
// not finite.
std::string to_json(const Value& value);
// Returns the same JSON on many lines, with two spaces per level. An array or object that holds
// only scalars stays on one line.
std::string indented(std::string_view json);
// Returns a text as a JSON string; bytes that are not UTF-8 become U+FFFD.
std::string to_json(std::string_view text);

}  // namespace mmlint

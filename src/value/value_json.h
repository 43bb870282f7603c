#pragma once

#include <string>
#include <string_view>

#include "value/value.h"

namespace mmlint {

// A value as `show` prints it in JSON: tuples and lists are arrays, sets {"__set__": [...]}, dicts
// with a key that is not a string {"__dict__": [[key, value], ...]}, references their dotted
// string, objects
// {"__object__": "kind name"}, unknown values {"__unknown__": "reason"}; integers in full, floats
// as Python's repr, those that are not finite {"__float__": "inf"}.
std::string to_json(const Value& value);
// The same JSON on many lines, two spaces a level; what holds only scalars stays on one line.
std::string indented(std::string_view json);
// Returns a text as a JSON string; bytes that are not UTF-8 become U+FFFD.
std::string to_json(std::string_view text);

}  // namespace mmlint

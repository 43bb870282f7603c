#pragma once

#include <string>

#include "fix/python_text.h"
#include "value/value.h"

namespace mmlint::fix {

// Python reads its text as the same value again: nothing unknown, no object. In a classic config
// that also means no lazy reference.
bool is_data(const Value& value);

// The value as an expression, laid out as MMEngine does, with a file's line ends. Lines behind the
// first one get `indent`.
std::string text_of(const Value& value, const Style& style, std::string_view indent = "");
// A dict as statements, one per key.
std::string statements_of(const Value& dict, const Style& style);

}  // namespace mmlint::fix

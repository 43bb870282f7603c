#pragma once

#include <string>

#include "fix/text/python_text.h"
#include "value/value.h"

// How values of configs are written as Python, laid out as MMEngine does.
namespace mmlint::fix {

// True if Python reads the text of a value as the same value again: it holds nothing unknown, no
// object but dates, and no lazy reference.
bool is_data(const Value& value);

// A value as an expression with a file's line ends. Lines behind the first one begin with `indent`.
std::string text_of(const Value& value, const Style& style, std::string_view indent = "");
// A dict as statements, one per key.
std::string statements_of(const Value& dict, const Style& style);

}  // namespace mmlint::fix

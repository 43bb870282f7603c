#pragma once

#include "fix/text/python_text.h"
#include "value/value.h"

// How values of configs are written as Python, laid out as MMEngine does.
namespace mmlint::fix {

// Returns true if Python reads the text of a value as the same value again: it holds nothing
// unknown, no object but dates, and no lazy reference.
bool is_data(const Value& value);

// Returns a value as a Python expression with the line ends of `style`. Lines behind the first one
// begin with `indent`.
std::string text_of(const Value& value, const Style& style, std::string_view indent = "");
// Returns a dict as Python statements that assign its values, one for each key.
std::string statements_of(const Value& dict, const Style& style);

}  // namespace mmlint::fix

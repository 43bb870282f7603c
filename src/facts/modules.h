#pragma once

#include <string_view>

namespace mmlint::facts {

// Returns true for a function of Python's standard library that is written in Python, in a module
// that configs import from: rules/facts/standard_functions.json.
bool is_python_function(std::string_view dotted);

// Each of these answers for a dotted name by its first part.

// Returns true for a module of Python's standard library: rules/facts/standard_modules.json.
bool is_standard_module(std::string_view dotted);
// Returns true for a module whose import makes no process group and starts no program:
// rules/facts/modules_without_group.json.
bool makes_no_group(std::string_view dotted);

}  // namespace mmlint::facts

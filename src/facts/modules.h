#pragma once

#include <string_view>

namespace mmlint::facts {

// Each answers for a dotted name by its first part.

// Returns true for a module of Python's standard library: rules/facts/standard_modules.json.
bool is_standard_module(std::string_view dotted);
// Returns true for a module whose import makes no process group and starts no program:
// rules/facts/modules_without_group.json.
bool makes_no_group(std::string_view dotted);

}  // namespace mmlint::facts

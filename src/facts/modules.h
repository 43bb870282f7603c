#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
// Returns true for a package that reads configs of its own, which MMEngine does not read:
// rules/facts/config_loaders.json.
bool has_own_configs(std::string_view dotted);

// Packages whose configs MMEngine takes as bases, by their module:
// rules/facts/config_packages.json.
std::vector<std::string> config_packages();
// Returns the name under which pip installs such a package; nullopt for other modules.
std::optional<std::string> distribution_of(std::string_view module);

}  // namespace mmlint::facts

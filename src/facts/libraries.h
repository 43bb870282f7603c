#pragma once

#include "base/std.h"

namespace mmlint::facts {

// Classes and functions of Python and its libraries: rules/facts/library_names.json. Each function
// answers for a full name such as "typing.Generic".

// Returns true for a class that gives no members to classes that inherit from it.
bool is_plain_base(std::string_view symbol);
// Returns true for a class of modules that hold no parameter, no buffer and no other module that
// holds one, whatever they are made with; it gives none to classes that inherit from it.
bool is_empty_module(std::string_view symbol);
// Returns true for a class whose objects are dicts.
bool is_dict_class(std::string_view symbol);
// Returns true for a function that returns the data of a YAML or JSON file, given the open file or
// its text.
bool reads_open_file(std::string_view symbol);
// Returns true for a function that returns such data, given the path of the file.
bool reads_path(std::string_view symbol);
// Returns true for what depends on the machine or the moment.
bool depends_on_machine(std::string_view symbol);

// Returns the names of that table which a module has, such as "SoftTargetCrossEntropy" of
// "timm.loss".
std::vector<std::string> names_in(std::string_view module);

// Returns true for a function of Python's standard library that is written in Python, in a module
// that configs import from: rules/facts/standard_functions.json.
bool is_python_function(std::string_view dotted);

// Returns true for a function or class that makes a process group, an exception to makes_no_group()
// for its package: rules/facts/modules_with_group.json.
bool makes_group_itself(std::string_view dotted);

// Each of these answers for a dotted name by its first part.

// Returns true for a module of Python's standard library: rules/facts/standard_modules.json.
bool is_standard_module(std::string_view dotted);
// Returns true for one of these modules that Python has frozen since 3.11:
// rules/facts/frozen_modules.json.
bool is_frozen_module(std::string_view dotted);
// Returns true for a module, or a name in a module, that makes no process group and starts no
// program of the project. It is in the standard library or in
// rules/facts/modules_without_group.json.
bool makes_no_group(std::string_view dotted);
// Returns true for a package of rules/facts/modules_without_group.json that has model classes.
bool has_models(std::string_view dotted);
// Returns true for a package that reads configs of its own, which MMEngine does not read:
// rules/facts/config_loaders.json.
bool has_own_configs(std::string_view dotted);

// Packages whose configs MMEngine takes as bases, by their module:
// rules/facts/config_packages.json.
std::vector<std::string> config_packages();
// Returns the name under which pip installs such a package; nullopt for other modules.
std::optional<std::string> distribution_of(std::string_view module);

}  // namespace mmlint::facts

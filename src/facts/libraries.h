#pragma once

#include <string_view>

namespace mmlint::facts {

// Classes and functions of Python and its libraries: rules/facts/library_names.json. Each function
// answers for a full name such as "typing.Generic".

// Returns true for a class that gives no members to classes that inherit from it.
bool is_plain_base(std::string_view symbol);
// The same for the last part of a name, such as "Generic".
bool may_be_plain_base(std::string_view last);
// Returns true for a class whose objects are dicts.
bool is_dict_class(std::string_view symbol);
// Returns true for a function that returns the data of a YAML or JSON file, given the open file or
// its text.
bool reads_open_file(std::string_view symbol);
// Returns true for a function that returns such data, given the path of the file.
bool reads_path(std::string_view symbol);
// Returns true for what depends on the machine or the moment.
bool depends_on_machine(std::string_view symbol);

}  // namespace mmlint::facts

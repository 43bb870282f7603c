#pragma once

#include "check/config/matcher.h"

namespace mmlint::check {

// A predicate of rules about configs, {"check": NAME}: returns whether it holds for a config, and
// appends the values that make it so if it names the keys that it looks at. `files` serves those
// that look at other files of the project. Each is in a file of its name in predicates/.
using ConfigPredicate = Answer(const ConfigView& view, const FileSystem& files,
                               std::vector<Hit>& hits);

// Returns the predicate of that name, which the loader of rules lets pass. Its body is generated
// (cmake/write_predicates.cmake).
ConfigPredicate* config_predicate(std::string_view name);

}  // namespace mmlint::check

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "catalog/literal.h"
#include "fix/plan.h"

namespace mmlint::fix {

// Key paths of a config, and the values that they are to have.
using KeyValues = std::vector<std::pair<std::string, catalog::Literal>>;

// Plans edits of a config's own file that give keys of it other values than it inherits. They go
// into the dicts that the file writes itself where it does, else they are new statements: classic
// ones are merged and write a list that holds such a key anew, lazy ones update what was imported.
Planned override_keys(const config::Resolved& config, const KeyValues& values,
                      const Context& context);

}  // namespace mmlint::fix

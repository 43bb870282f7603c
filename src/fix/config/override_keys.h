#pragma once

#include <string>
#include <utility>
#include <vector>

#include "catalog/literal.h"
#include "fix/plan.h"

namespace mmlint::fix {

// Key paths of a config, and the values that they are to have.
using KeyValues = std::vector<std::pair<std::string, catalog::Literal>>;

// Plans edits of a config's own file that give some of its keys other values than it inherits. They
// go into the dicts that the file writes itself, if there are such, else into new statements. Those
// of a classic config are dicts that MMEngine merges, with a whole list where a key is in one;
// those of a lazy config update what it imported.
Planned override_keys(const config::Resolved& config, const KeyValues& values,
                      const Context& context);

}  // namespace mmlint::fix

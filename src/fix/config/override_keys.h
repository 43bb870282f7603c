#pragma once

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

// Plans a fix for a cause that may not be edited where it stands. Each config that the finding
// reaches overrides what it inherits, if it may be edited and is runnable or no base of another.
// `key_of` returns the key path to set and its value for a hit; nullopt refuses the whole fix.
Planned override_in_leaves(
    const check::Finding& finding, const Context& context,
    const std::function<std::optional<std::pair<std::string, catalog::Literal>>(const check::Hit&)>&
        key_of);

// Returns the refusal for a finding of whose cause no config can be edited to override it.
tl::unexpected<Refusal> refuse_as_not_passed(const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix

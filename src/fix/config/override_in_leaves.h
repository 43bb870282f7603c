#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "catalog/literal.h"
#include "fix/plan.h"

namespace mmlint::fix {

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

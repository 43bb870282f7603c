#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "catalog/literal.h"
#include "fix/plan.h"

namespace mmlint::fix {

// A plan for a cause that cannot be edited: each config that the finding reaches, may be edited and
// is no other one's base overrides what it inherits. `key_of` says which key path gets which value
// for a hit; nothing refuses the fix.
Planned override_in_leaves(
    const check::Finding& finding, const Context& context,
    const std::function<std::optional<std::pair<std::string, catalog::Literal>>(const check::Hit&)>&
        key_of);

// The refusal where no config could be edited in which the finding's cause is overridden.
tl::unexpected<Refusal> refuse_as_not_passed(const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix

#pragma once

#include "catalog/target.h"
#include "value/value.h"

namespace mmlint::fix {

// Returns why a rule about keys of configs finds nothing in `configs`, for the author of the rule:
// ": `model.foo` matches no key of this example", or, where every key is there, the value that does
// not pass. `configs` are the values of the configs of an example, null for one that does not load.
// Empty if the match gives no such reason.
std::string match_hint(const catalog::Match& match, const catalog::Target& target,
                       std::span<const Value* const> configs);

}  // namespace mmlint::fix

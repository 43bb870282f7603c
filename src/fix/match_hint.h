#pragma once

#include <span>
#include <string>

#include "catalog/match.h"
#include "catalog/target.h"
#include "value/value.h"

namespace mmlint::fix {

// Says for the author of a rule about keys of configs why it finds nothing in `configs`, what the
// configs of an example mean (null: it does not load): ": `model.foo` matches no key of this
// example", or, where every key is there, the value that does not pass. Empty if the match gives no
// such reason.
std::string match_hint(const catalog::Match& match, const catalog::Target& target,
                       std::span<const Value* const> configs);

}  // namespace mmlint::fix

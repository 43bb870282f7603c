#pragma once

#include "base/std.h"

namespace mmlint::shell {

// Returns the value of a variable in an arithmetic expression; nullopt if it is not known.
using LookupNumber = std::function<std::optional<std::string>(std::string_view name)>;

// Returns the value of the text inside of $((...)) if it has nothing but decimal integers, NAME,
// $NAME, parentheses and the operators + - * / %. nullopt for any other text, if a variable is not
// known, and if a result does not fit into 64 bits.
std::optional<std::int64_t> evaluate_arithmetic(std::string_view text, const LookupNumber& lookup);

}  // namespace mmlint::shell

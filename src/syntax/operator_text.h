#pragma once

#include <optional>
#include <string_view>

#include "syntax/operator.h"

// Operators by how they are written. Internal to syntax.
namespace mmlint::syntax {

// Returns the operator that is written "+" and the like; nullopt for other texts, such as "+=".
std::optional<Operator> binary_operator(std::string_view text);
// Returns the operator that is written "<", "in" and the like; nullopt for other texts, also for
// those of two words.
std::optional<Operator> comparison_operator(std::string_view text);

}  // namespace mmlint::syntax

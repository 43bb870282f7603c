#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mmlint::shell {

// $((...)) of whole numbers: + - * / % and parentheses, decimal numbers, NAME and $NAME. Nothing if
// anything else stands there, a name has no value, or the result does not fit.
using LookupNumber = std::function<std::optional<std::string>(std::string_view name)>;
std::optional<std::int64_t> evaluate_arithmetic(std::string_view text, const LookupNumber& lookup);

}  // namespace mmlint::shell

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shell_syntax/ast.h"

namespace mmlint::shell {

// The pattern of ${X%pattern}, in which every '*' and '?' is one that matches; nothing if it holds
// anything but literals and those.
std::optional<std::string> pattern_of(std::span<const shell_syntax::Part> parts);
// How many bytes at the front or the end of a text the pattern takes: the least or the most; 0 if
// it does not match.
std::size_t affix_length(std::string_view text, std::string_view pattern, bool front, bool longest);

}  // namespace mmlint::shell

#pragma once

#include "shell_syntax/ast.h"

namespace mmlint::shell {

// Returns the pattern of ${X%pattern} as a text in which '*' and '?' are wildcards; nullopt if it
// has anything but wildcards and literals.
std::optional<std::string> pattern_of(std::span<const shell_syntax::Part> parts);
// Returns the length in bytes of the shortest or longest match of a pattern at the front or the end
// of a text; 0 if it does not match there.
std::size_t affix_length(std::string_view text, std::string_view pattern, bool front, bool longest);

}  // namespace mmlint::shell

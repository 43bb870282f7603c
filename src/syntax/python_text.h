#pragma once

#include "base/std.h"

// Characters as Python's `re` sees them. Internal to syntax.
namespace mmlint::syntax {

// Returns the code point at a byte offset of UTF-8 text; sets `length` to its number of bytes.
char32_t code_point_at(std::string_view text, std::size_t at, std::size_t& length);
// These return true for what \s and \w match in a pattern that is a str; beyond ASCII they are an
// approximation.
bool is_python_space(char32_t c);
bool is_python_word(char32_t c);

}  // namespace mmlint::syntax

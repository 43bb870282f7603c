#pragma once

#include <string>
#include <string_view>

namespace mmlint::resolve {

// A string as Python's repr() writes it: single quotes unless only double ones spare an escape;
// printable characters beyond ASCII stay.
std::string quote(std::string_view text);

std::string escaped_beyond_ascii(std::string_view text);  // as ascii() of a repr

}  // namespace mmlint::resolve

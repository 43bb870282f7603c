#pragma once

#include "base/std.h"

namespace mmlint {

// Returns SHA-256 of the bytes as 64 hexadecimal digits, as sha256sum prints it (FIPS 180-4).
std::string sha256(std::string_view bytes);

}  // namespace mmlint

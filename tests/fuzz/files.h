#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace mmlint::fuzz {

// Returns the small project that an input is, by path below the root "/p": its files one after the
// other, each but the first after a line `#@ path`; the first is main.py, in the folder q/r/s, to
// which paths are relative. What would lie outside of the root is left out, and so is everything
// behind the ninth file.
std::map<std::string, std::string> files_of(std::string_view input);

}  // namespace mmlint::fuzz

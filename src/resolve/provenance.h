#pragma once

#include <string_view>

#include "resolve/workspace.h"

namespace mmlint::resolve {

// How a value came to its key, in a word: "literal", "merged", "base variable", ...
std::string_view how_name(const Origin& origin, const Workspace& workspace);

}  // namespace mmlint::resolve

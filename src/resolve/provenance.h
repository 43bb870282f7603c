#pragma once

#include <string>
#include <string_view>

#include "resolve/workspace.h"

namespace mmlint::resolve {

// How a value came to its key, in a word: "literal", "merged", "base variable", ...
std::string_view how_name(const Origin& origin, const Workspace& workspace);

// The environment variable that a value was written or computed with, if there is one.
std::string environment_name(const Origin& origin, const Workspace& workspace);

}  // namespace mmlint::resolve

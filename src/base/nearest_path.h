#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"

namespace mmlint {

// The existing path that a missing one may be a typo of: the first part that is missing, spelled as
// the nearest of its folder's entries. Both absolute and lexically normal.
std::optional<std::string> nearest_path(const FileSystem& files, const std::string& missing);

}  // namespace mmlint

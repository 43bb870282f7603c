#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"

namespace mmlint {

// Returns the existing path that a missing one may be a typo of, or nullopt: the first part of
// `missing` that does not exist is replaced by the most similar entry of its folder. Both paths are
// absolute and lexically normal.
std::optional<std::string> nearest_path(const FileSystem& files, const std::string& missing);

}  // namespace mmlint

#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace mmlint {

// For files that are held by absolute path: true if `path` is a folder, which means that a file
// lies below it. "/" always is one.
bool is_folder_of(const std::map<std::string, std::string>& files, const std::string& path);
// Returns what `folder` holds, sorted by name.
std::vector<FolderEntry> entries_of(const std::map<std::string, std::string>& files,
                                    const std::string& folder);

}  // namespace mmlint

#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace mmlint {

// For file systems that hold `files` by absolute path. Returns true if `path` is a folder, which
// means that one of the files lies below it; "/" always is one.
bool is_folder_of(const std::map<std::string, std::string>& files, const std::string& path);
// Returns the direct entries of `folder`, sorted by name.
std::vector<FolderEntry> entries_of(const std::map<std::string, std::string>& files,
                                    const std::string& folder);

}  // namespace mmlint

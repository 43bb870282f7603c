#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace mmlint {

// Files by absolute path, seen as folders. A folder is there if a file lies below it; "/" always
// is.
bool is_folder_of(const std::map<std::string, std::string>& files, const std::string& path);
// Sorted by name.
std::vector<FolderEntry> entries_of(const std::map<std::string, std::string>& files,
                                    const std::string& folder);

}  // namespace mmlint

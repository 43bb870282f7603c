#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "project/loaded_files.h"

namespace mmlint::project {

// The nodes (loaded_files.h) that `paths` name and those of all their bases, in an order in which
// every base stands before its heirs: one group per depth, so that a group may be resolved on
// several threads. Nodes for which `is_resolved` says true are left out. A base that would close a
// cycle is left out too, and a problem of the file that names it (MM003); a chain of bases that is
// longer than Python's calls may nest is a problem of its leaf.
std::vector<std::vector<std::string>> bases_first(
    LoadedFiles& files, std::span<const std::string> paths,
    const std::function<bool(const std::string& node)>& is_resolved);

}  // namespace mmlint::project

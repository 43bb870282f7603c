#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "project/loaded_files.h"

namespace mmlint::project {

// Returns the nodes (loaded_files.h) that `paths` name and those of all their bases, in groups by
// depth: all bases of a node are in earlier groups, so the nodes of one group may be resolved on
// several threads. Nodes for which `is_resolved` returns true are left out. A base that would close
// a cycle is left out too and adds a problem (MM003) to the file that names it. A chain of bases
// longer than Python's calls may nest adds a problem to its leaf.
std::vector<std::vector<std::string>> bases_first(
    LoadedFiles& files, std::span<const std::string> paths,
    const std::function<bool(const std::string& node)>& is_resolved);

}  // namespace mmlint::project

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "project/loaded_files.h"

namespace mmlint::project {

// Returns nodes and those of all their bases, in groups by depth: all bases of a node are in
// earlier groups, so the nodes of one group may be resolved on several threads. Nodes for which
// `is_resolved` returns true are left out. A base that would close a cycle is left out too and adds
// a problem (MM003) to the file that names it. A chain of bases longer than Python's calls may nest
// adds a problem to its leaf.
std::vector<std::vector<const Node*>> bases_first(
    LoadedFiles& files, std::span<const Node* const> nodes,
    const std::function<bool(const Node& node)>& is_resolved);

}  // namespace mmlint::project

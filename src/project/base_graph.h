#pragma once

#include "project/loaded_files.h"
#include "project/workspace.h"

namespace mmlint::project {

// Returns nodes and those of all their bases, in groups by depth: all bases of a node are in
// earlier groups, so the nodes of one group may be resolved on several threads. Nodes for which
// `is_resolved` returns true are left out. A base that would close a cycle is left out too and adds
// a problem (MM003) to the file that names it. A chain of bases longer than Python's calls may nest
// adds a problem to its leaf.
std::vector<std::vector<const Node*>> bases_first(
    LoadedFiles& files, std::span<const Node* const> nodes,
    const std::function<bool(const Node& node)>& is_resolved);

// Puts configs into groups, such that no file that a config inherits, directly or not, is one of
// another group or inherited there. Returns their places in `configs`, where one that is there
// twice counts once, at its first place: each group in order, and the groups in the order of their
// first ones. Reads the files, evaluates nothing.
std::vector<std::vector<std::size_t>> families(Workspace& workspace,
                                               std::span<const Node* const> configs);

}  // namespace mmlint::project

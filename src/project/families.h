#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "project/workspace.h"

namespace mmlint::project {

// Puts configs into groups, such that no file that a config inherits, directly or not, is one of
// another group or inherited there. Returns their places in `configs`, where one that is there
// twice counts once, at its first place: each group in order, and the groups in the order of their
// first ones. Reads the files, evaluates nothing.
std::vector<std::vector<std::size_t>> families(Workspace& workspace,
                                               std::span<const Node* const> configs);

}  // namespace mmlint::project

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "project/workspace.h"

namespace mmlint::project {

// Puts configs into groups, such that no file that a config inherits, directly or not, is one of
// another group or inherited there. Returns their places in `paths`, where a path that is there
// twice counts once, at its first place: each group in order, and the groups in the order of their
// first ones. Reads the files, evaluates nothing.
std::vector<std::vector<std::size_t>> families(Workspace& workspace,
                                               std::span<const std::string_view> paths);

}  // namespace mmlint::project

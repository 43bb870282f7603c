#pragma once

#include <span>
#include <string>
#include <vector>

#include "project/workspace.h"

namespace mmlint::project {

// Puts configs into groups, such that no file that a config inherits, directly or not, is one of
// another group or inherited there. Both the groups and the paths in them are in the order in which
// `paths` names them first; no path is in two. Reads the files, evaluates nothing.
std::vector<std::vector<std::string>> families(Workspace& workspace,
                                               std::span<const std::string> paths);

}  // namespace mmlint::project

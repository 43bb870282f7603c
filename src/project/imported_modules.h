#pragma once

#include <set>
#include <span>
#include <string>

#include "project/workspace.h"

namespace mmlint::project {

// Returns those of the `candidates` that some of the `scripts` import as a module, anywhere in the
// script. All are absolute paths of Python files.
std::set<std::string> imported_modules(Workspace& workspace, std::span<const std::string> scripts,
                                       std::span<const std::string> candidates);

}  // namespace mmlint::project

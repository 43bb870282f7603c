#pragma once

#include <set>
#include <span>
#include <string>

#include "project/workspace.h"

namespace mmlint::project {

// Returns those of the `candidates` that some of the `scripts` import as a module, anywhere in the
// script, and those of the `loadable` files of which that is true and whose names stand in none of
// the scripts and launch scripts, so that nothing loads them. All are absolute paths.
std::set<std::string> imported_modules(Workspace& workspace, std::span<const std::string> scripts,
                                       std::span<const std::string> launch_scripts,
                                       std::span<const std::string> candidates,
                                       std::span<const std::string> loadable);

}  // namespace mmlint::project

#pragma once

#include <string>

#include "app/project.h"

namespace mmlint::app {

// An absolute path as it was given: below the argument, or the line of --files-from, that led to
// it, else relative to the current folder.
std::string as_given(const std::string& path, const Project& project);

}  // namespace mmlint::app

#pragma once

#include <string>

#include "app/project.h"

namespace mmlint::app {

// An absolute path as it was given on the command line: below the argument that led to it, else
// relative to the current folder.
std::string as_given(const std::string& path, const Options& options, const Project& project);

}  // namespace mmlint::app

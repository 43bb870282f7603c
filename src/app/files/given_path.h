#pragma once

#include <string>

#include "app/files/project.h"
#include "app/settings/options.h"

namespace mmlint::app {

// Returns an absolute path as the user would write it: below the argument, or the line of
// --files-from, that led to it, else relative to the current folder.
std::string as_given(const std::string& path, const Project& project);

// Returns true if something is at an absolute path, and outside of the folder that --root names.
// The root is as it was given; empty: there is none.
bool is_outside(const FileSystem& files, const std::string& path, const std::string& root);

// Returns the root of the project that the first passed path belongs to, which does not depend on
// the other paths; "." if no path was passed.
std::string root_of_first(const Options& options);

}  // namespace mmlint::app

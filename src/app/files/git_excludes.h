#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"

namespace mmlint::app {

// Returns the texts of the patterns that git has for a work tree besides its .gitignore files, as
// gitignore(5) says: of the user's core.excludesFile (git/ignore below $XDG_CONFIG_HOME or
// ~/.config if no configuration names one), then of info/exclude in the repository, which is
// stronger. Both are relative to `top`, the absolute path of the work tree. A file that is not
// there or cannot be read has none; a configuration is read without what it includes.
std::vector<std::string> git_excludes(const FileSystem& files, const std::string& top);

}  // namespace mmlint::app

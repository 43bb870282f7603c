#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace mmlint::app {

// Returns all bytes of standard input, or why it cannot be read.
Result<std::string> all_of_stdin();

// Returns the paths that the file of --files-from lists, one per line or separated by NUL, to the
// byte; only a line may end with CR LF. `given` is '-', a file, or a pipe as in `--files-from <(git
// ls-files)`; a pipe that nobody writes to lists nothing.
Result<std::vector<std::string>> listed_paths(const FileSystem& disk, const std::string& given,
                                              const std::string& current_folder);

}  // namespace mmlint::app

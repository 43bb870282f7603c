#pragma once

#include "app/files/project.h"

// The paths of a command line: those that --files-from lists, and how the user writes one.
namespace mmlint::app {

// Returns all bytes of standard input, or why it cannot be read.
Result<std::string> all_of_stdin();

// Returns the paths that the file of --files-from lists, one per line or separated by NUL, to the
// byte; only a line may end with CR LF. `given` is '-', a file, or a pipe as in `--files-from <(git
// ls-files)`; a pipe that nobody writes to lists nothing.
Result<std::vector<std::string>> listed_paths(const FileSystem& disk, const std::string& given,
                                              const std::string& current_folder);

// Returns an absolute path as the user would write it: below the argument, or the line of
// --files-from, that led to it, else relative to the current folder.
std::string as_given(const std::string& path, const Project& project);

// Returns true if something is at an absolute path, and outside of the folder that --root names.
// `root` is what was given for it; empty without --root.
bool is_outside(const FileSystem& files, const std::string& path, const std::string& root);

}  // namespace mmlint::app

#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/run_report.h"

namespace mmlint::app {

// What is looked at below a folder.
struct Filter {
  bool gitignore = true;
  std::vector<std::string> exclude;  // names, or paths and patterns relative to the root
  std::string root;
};

struct Found {
  std::vector<std::string> files;  // absolute, sorted, once each
  std::vector<Skipped> skipped;
};

// Every Python file and shell script below a folder, and every JSON or YAML file that may name a
// base. Symlinks to folders are not followed, so a loop ends; .git, caches, virtual environments
// and what git ignores are left out.
Found find_files(const FileSystem& files, const std::string& folder, const Filter& filter);

// The nearest folder above a path with mmlint.toml, a [tool.mmlint] in pyproject.toml, or .git;
// else the folder of the path itself.
std::string find_root(const FileSystem& files, const std::string& path);
// The git work tree that holds a path; empty if there is none.
std::string git_root(const FileSystem& files, const std::string& path);
// True if git ignores the file or a folder above it, up to the work tree's root.
bool is_ignored(const FileSystem& files, const std::string& path);

}  // namespace mmlint::app

#pragma once

#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/file_system.h"
#include "base/run_report.h"

namespace mmlint::app {

// Says which files below a folder are looked at.
struct Filter {
  bool gitignore = true;
  std::vector<std::string> exclude;  // names, or paths and patterns relative to the root
  std::string root;
  // Leaves out folders with settings of their own, which are listed as `nested`.
  bool stops_at_settings = false;
  int jobs = 1;  // threads
};

// The files that were found, and those that were left out, each with the reason.
struct FoundFiles {
  std::vector<std::string> files;  // absolute, sorted, once each
  // The folders that were listed; no symlink leads to one of them from the first.
  std::unordered_set<std::string> folders;
  std::set<std::string> links;  // the symlinks in them, absolute
  std::vector<Skipped> skipped;
  std::vector<std::string> nested;
};

// Finds every Python file and shell script below a folder, and every JSON or YAML file that may
// name a base. Symlinks to folders are not followed, so that loops end. It leaves out .git, caches,
// virtual environments and what git ignores.
FoundFiles find_files(const FileSystem& files, const std::string& folder, const Filter& filter);

// Returns the git work tree that holds a path, or an empty path if there is none.
std::string git_root(const FileSystem& files, const std::string& path);
// Returns true if git ignores the file or a folder above it, up to the work tree's root.
bool is_ignored(const FileSystem& files, const std::string& path);

}  // namespace mmlint::app

#pragma once

#include <mutex>

#include "base/file_system.h"

namespace mmlint::project {

// The files that git tracks in a work tree. git does not apply the patterns of .gitignore to them.
// The index is read at the first call. Safe for several threads; borrows the file system.
class TrackedFiles {
 public:
  // `top` is the absolute path of the work tree. If it is empty, no file is tracked.
  TrackedFiles(const FileSystem& files, std::string top) : files_(files), top_(std::move(top)) {}

  // Returns true if git tracks the file at an absolute path, or a file below a folder.
  bool has(const std::string& path) const;
  bool has_below(const std::string& folder) const;

 private:
  const std::vector<std::string>& paths() const;
  std::string_view below_top(std::string_view path) const;

  const FileSystem& files_;
  const std::string top_;
  mutable std::once_flag once_;
  mutable std::vector<std::string> paths_;  // relative to the top, sorted
};

// Returns the paths in an index of git (gitformat-index(5)), sorted. Empty if its version is not 2,
// 3 or 4, if it has hashes other than SHA-1, or if it is cut off.
std::vector<std::string> paths_in_index(std::string_view index);

}  // namespace mmlint::project

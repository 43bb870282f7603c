#pragma once

#include "base/std.h"

namespace mmlint {

// Functions on paths as text: UTF-8 or raw bytes, separated by '/'. Only current_folder() asks the
// system.

// Returns the current folder of the process, absolute; empty if it is gone.
std::string current_folder();

// Makes a path absolute and lexically normal, as os.path.abspath does: without "." and "..",
// without a slash at the end. Two leading slashes become one.
std::string absolute_path(std::string_view path, std::string_view current_folder);
std::string parent_folder(std::string_view path);   // "/a/b.py" -> "/a"; "/" -> "/"
std::string_view file_name(std::string_view path);  // "b.py"
std::string_view stem(std::string_view path);       // "b": only the last extension removed
std::string_view extension(std::string_view path);  // ".py", as os.path.splitext
std::string join_path(std::string_view folder,
                      std::string_view path);  // as os.path.join, normalised
// Returns true if `path` is `folder` or lies below it.
bool is_below(std::string_view path, std::string_view folder);
// Returns what is left of `path` below the nearest of the folders; all of it if it is below none.
std::string_view below_nearest(std::string_view path, std::span<const std::string> folders);
// Returns `path` relative to `folder`, as os.path.relpath does: "../x" where needed, "." for the
// folder itself.
std::string relative_path(std::string_view path, std::string_view folder);
// Returns true if the whole path matches the pattern. '*' and '?' stop at '/', "**/" and "/**"
// cross folders, and [a-z] means what it means in the shell.
bool glob_matches(std::string_view pattern, std::string_view path);

// A set of paths that others own, for few questions: it takes less than a table, whose hashes read
// each path from end to end.
class PathSet {
 public:
  // Sorted paths make it faster.
  explicit PathSet(std::span<const std::string> paths) : paths_(paths.begin(), paths.end()) {
    if (!std::ranges::is_sorted(paths_)) std::ranges::sort(paths_);
  }

  bool contains(std::string_view path) const {
    return std::binary_search(paths_.begin(), paths_.end(), path);
  }
  // Returns true if it contains all of some sorted paths.
  bool includes(std::span<const std::string> sorted) const {
    return std::includes(paths_.begin(), paths_.end(), sorted.begin(), sorted.end());
  }

 private:
  std::vector<std::string_view> paths_;
};

class FileSystem;

// Returns the existing path that a missing one may be a typo of, or nullopt: the first part of
// `missing` that does not exist is replaced by the most similar entry of its folder. Both paths are
// absolute and lexically normal.
std::optional<std::string> nearest_path(const FileSystem& files, const std::string& missing);

}  // namespace mmlint

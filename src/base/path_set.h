#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmlint {

// A set of paths that others own, for few questions: it takes less than a table, whose hashes read
// each path from end to end.
class PathSet {
 public:
  // Sorted paths make it faster.
  explicit PathSet(std::span<const std::string> paths) : paths_(paths.begin(), paths.end()) {
    if (!std::is_sorted(paths_.begin(), paths_.end())) std::sort(paths_.begin(), paths_.end());
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

}  // namespace mmlint

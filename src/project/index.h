#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "project/workspace.h"

namespace mmlint::project {

// A config and the paths of the bases that it names (Workspace::bases).
struct Named {
  std::string path;
  std::vector<std::string_view> bases;
};

// Which configs below a root inherit which files. It reads the bases that configs name; nothing is
// evaluated.
class Index {
 public:
  // `configs` are all configs below the root. `workspace` is used by the constructor only.
  Index(Workspace& workspace, std::vector<std::string> configs);
  explicit Index(std::vector<Named> configs);
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  const std::vector<std::string>& configs() const { return configs_; }  // sorted
  bool has(const std::string& path) const;
  bool is_inherited(const std::string& path) const;
  // Returns, sorted, the paths that configs name as bases but at which there is no file; bases in
  // packages are left out.
  std::vector<std::string> missing_bases(const FileSystem& files) const;
  // Returns, sorted, every config below the root that inherits one of the files, directly or not,
  // and those of the files that are configs below the root themselves.
  std::vector<std::string> reach(const std::set<std::string>& files) const;

 private:
  std::vector<std::string> configs_;
  std::vector<std::string> others_;  // what they name beside these, sorted
  // Files by numbers: the places of configs, then those of others.
  std::unordered_map<std::string_view, std::size_t> numbers_;
  std::unordered_map<std::size_t, std::vector<std::size_t>> heirs_;  // of bases
};

}  // namespace mmlint::project

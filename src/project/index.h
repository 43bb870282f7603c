#pragma once

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
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
  bool has(const std::string& path) const { return all_.contains(path); }
  bool is_inherited(const std::string& path) const { return heirs_.contains(path); }
  // Returns, sorted, the paths that configs name as bases but at which there is no file; bases in
  // packages are left out.
  std::vector<std::string> missing_bases(const FileSystem& files) const;
  // Returns, sorted, every config below the root that inherits one of the files, directly or not,
  // and those of the files that are configs below the root themselves.
  std::vector<std::string> reach(const std::set<std::string>& files) const;

 private:
  std::vector<std::string> configs_;
  std::unordered_set<std::string_view> all_;
  std::deque<std::string> bases_;
  std::unordered_map<std::string_view, std::vector<std::string_view>> heirs_;  // by base
};

}  // namespace mmlint::project

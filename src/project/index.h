#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "project/workspace.h"

namespace mmlint::project {

// Which configs below a root inherit which files. It reads the bases that configs name; nothing is
// evaluated.
class Index {
 public:
  // `configs` are all configs below the root. `workspace` is used by the constructor only.
  Index(Workspace& workspace, std::vector<std::string> configs);

  const std::vector<std::string>& configs() const { return configs_; }  // sorted
  bool has(const std::string& path) const { return all_.count(path) != 0; }
  bool is_inherited(const std::string& path) const { return heirs_.count(path) != 0; }
  // Returns, sorted, the paths that configs name as bases but at which there is no file; bases in
  // packages are left out.
  std::vector<std::string> missing_bases(const FileSystem& files) const;
  // Returns, sorted, every config below the root that inherits one of the files, directly or not,
  // and those of the files that are configs below the root themselves.
  std::vector<std::string> reach(const std::set<std::string>& files) const;

 private:
  std::vector<std::string> configs_;
  std::set<std::string> all_;
  std::map<std::string, std::vector<std::string>> heirs_;  // by base
};

}  // namespace mmlint::project

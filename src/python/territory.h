#pragma once

#include "base/paths.h"
#include "value/packages.h"

namespace mmlint::python {

// The folders that a run is about: projects, packages and Python environments. Configs of strangers
// may name any file of the machine, and what mmlint prints may be read by everybody. Safe for
// several threads.
class Territory {
 public:
  // `files` must outlive this object.
  Territory(const FileSystem& files, const PackageSettings& settings);

  // Returns true if a path lies in one of the folders. Both functions follow symlinks, and return
  // false for what is not there.
  bool contains(const std::string& path) const;
  // Returns true if lines of a file may be printed, because it lies in one of the folders or is
  // Python.
  bool may_quote(const std::string& path) const;

 private:
  bool contains_real(const std::string& path) const;

  RealPaths real_paths_;
  std::vector<std::string> folders_;  // without symlinks
};

}  // namespace mmlint::python

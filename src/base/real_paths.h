#pragma once

#include <map>
#include <mutex>
#include <string>

#include "base/result.h"

namespace mmlint {

class FileSystem;

// The paths of many files without symlinks. Each folder is followed once, so it must not become
// another one meanwhile. Safe for several threads.
class RealPaths {
 public:
  // `files` must outlive this object.
  explicit RealPaths(const FileSystem& files) : files_(files) {}

  // Returns what FileSystem::real_path() does.
  Result<std::string> of(const std::string& path) const;

 private:
  const FileSystem& files_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::string> folders_;  // real paths, by path
};

}  // namespace mmlint

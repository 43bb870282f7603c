#pragma once

#include <string>

#include "app/project.h"

namespace mmlint::app {

// Locks a folder for as long as it lives, so that two runs of `fix` on it wait for each other.
// Without a lock (a folder that cannot be opened) the comparison before each rename still protects
// every file.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

// Writes the report's changes. What cannot be written is an error of the report, and neither
// changed nor fixed. Files that fixes change together are all written or all as they were.
void write_changes(Project& project, RunReport& report);

}  // namespace mmlint::app

#pragma once

#include <span>
#include <string>

#include "app/project.h"
#include "base/file_system.h"
#include "base/run_report.h"

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

// Writes all of the files in this order, or returns why one of them cannot be written; what was
// written before it is then taken back.
Status write_together(std::span<const FileChange* const> changes, FileSystem& disk);

// Writes the changes of the report to disk. What cannot be written becomes an error of the report
// and is taken out of what it calls changed or fixed. Of files that fixes change together, all are
// written or none.
void write_changes(Project& project, RunReport& report);

}  // namespace mmlint::app

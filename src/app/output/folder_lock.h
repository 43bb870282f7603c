#pragma once

#include "base/pinned.h"
#include "base/result.h"

namespace mmlint::app {

// Locks a folder for as long as it lives, so that two runs of `fix` on it wait for each other; a
// wait that takes long is said on standard error. A lock that was taken for this run counts as its
// own: `flock FOLDER mmlint fix FOLDER`. Without a lock (a folder that cannot be opened) the
// comparison before each rename still protects every file.
class FolderLock : Pinned {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();

  // An error if a program that is not mmlint keeps the folder locked; then nothing may be written.
  const Status& status() const { return status_; }

 private:
  int descriptor_;
  Status status_;
};

}  // namespace mmlint::app

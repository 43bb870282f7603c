#pragma once

#include <span>
#include <vector>

#include "app/files/project.h"
#include "base/file_system.h"
#include "base/run_report.h"

namespace mmlint::app {

// Writes all of the files in this order, or returns why one of them cannot be written; what was
// written before it is then taken back.
Status write_together(std::span<const FileChange* const> changes, FileSystem& disk);

// Writes the changes of the report to disk. What cannot be written becomes an error of the report
// and is taken out of what it calls changed or fixed. Of files that fixes change together, all are
// written or none. Afterwards a file that several paths lead to has one change.
void write_changes(Project& project, RunReport& report);

// Names each change by its path without symlinks and leaves one of each file, as `git apply` and
// whoever counts want it.
void merge_by_real_path(std::vector<FileChange>& changes, const FileSystem& disk);

}  // namespace mmlint::app

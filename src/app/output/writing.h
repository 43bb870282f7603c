#pragma once

#include "app/files/project.h"

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

// Returns the error of an --output that would overwrite what this run reads: a config, what one
// inherits, a Python file below the roots or the baseline, by whatever path or link; or any file of
// a kind that no report is, such as a script or settings. Nullopt if none would. It is to be called
// when everything is resolved.
std::optional<Error> overwritten_input(const Options& options, Project& project);

// The same for a run that reads these files alone; paths are as they were given.
std::optional<Error> overwritten_input(const Options& options,
                                       const std::vector<std::string>& inputs);

}  // namespace mmlint::app

#pragma once

#include <string>
#include <vector>

#include "app/settings/options.h"
#include "project/workspace.h"

namespace mmlint::app {

// Returns how many threads a run uses: --jobs, or as many as there are processors.
int thread_count(const Options& options);
// Returns how the files of a project are resolved: with which environment variables, packages and
// threads. All folders are absolute.
project::Settings workspace_settings(const Options& options, std::vector<std::string> roots,
                                     const std::string& current_folder);

}  // namespace mmlint::app

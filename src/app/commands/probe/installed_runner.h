#pragma once

#include "app/settings/options.h"

namespace mmlint::app {

// Returns the path, without symlinks, of the runner/runner.py of the MMEngine that an argument of
// `probe` names: by that file, the package's folder, a folder of packages, an environment, a folder
// with one environment in it, or by the package's name. What is in the file is not looked at.
Result<std::string> find_runner(const Options& options, const FileSystem& files,
                                const std::string& current_folder);

}  // namespace mmlint::app

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/files/project.h"
#include "app/settings/options.h"

namespace mmlint::app {

// Returns the error of an --output that would overwrite what this run reads: a config, what one
// inherits, a Python file below the roots or the baseline, by whatever path or link; or any file of
// a kind that no report is, such as a script or settings. Nullopt if none would. It is to be called
// when everything is resolved.
std::optional<Error> overwritten_input(const Options& options, Project& project);

// The same for a run that reads these files alone; paths are as they were given.
std::optional<Error> overwritten_input(const Options& options,
                                       const std::vector<std::string>& inputs);

}  // namespace mmlint::app

#pragma once

#include "app/files/project.h"

namespace mmlint::app {

// Writes to standard error why the configs at these paths do not load: the findings that `check`
// reports for them, in the text format.
void write_load_problems(const Options& options, Project& project,
                         std::span<const std::string> paths);

}  // namespace mmlint::app

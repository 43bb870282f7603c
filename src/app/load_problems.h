#pragma once

#include <span>
#include <string>

#include "app/project.h"

namespace mmlint::app {

// Writes to standard error why configs do not load, as the findings that `check` has for them.
void write_load_problems(const Options& options, Project& project,
                         std::span<const std::string> paths);

}  // namespace mmlint::app

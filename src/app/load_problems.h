#pragma once

#include <span>
#include <string>

#include "app/project.h"

namespace mmlint::app {

// Says on standard error why configs do not load: the findings of `check`, in its words.
void write_load_problems(const Options& options, Project& project,
                         std::span<const std::string> paths);

}  // namespace mmlint::app

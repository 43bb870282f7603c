#pragma once

#include <optional>

#include "app/options.h"
#include "app/project.h"

namespace mmlint::app {

// The error of an --output that would overwrite what this run reads: a config, what one inherits,
// or a Python file below the roots, by whatever path or link. To ask once everything is resolved.
std::optional<Error> overwritten_input(const Options& options, Project& project);

}  // namespace mmlint::app

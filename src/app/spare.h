#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/run_report.h"

namespace mmlint::app {

// Calls `work` with the paths of all documents. If it throws an InternalError, it is called with
// each document alone; those with which it fails again are added to report.internal_errors, and it
// is called once more with the others, whose paths are returned. `work` must leave nothing behind
// when it throws. A failure that no single document causes is thrown on and ends the program.
std::vector<std::string> spare_the_others(
    std::span<const std::string> paths, RunReport& report,
    const std::function<void(std::span<const std::string>)>& work);

}  // namespace mmlint::app

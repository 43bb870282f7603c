#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/run_report.h"

namespace mmlint::app {

// Calls `work` with the documents so that an InternalError costs the documents that cause it and
// not the run: if `work` throws, the documents with which it fails alone are added to
// report.internal_errors, and it is called with the others. Returns the documents that were worked
// on. `work` must leave nothing behind when it throws. A failure that no single document causes is
// thrown on and ends the program.
std::vector<std::string> spare_the_others(
    std::span<const std::string> paths, RunReport& report,
    const std::function<void(std::span<const std::string>)>& work);

}  // namespace mmlint::app

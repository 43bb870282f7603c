#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/run_report.h"

namespace mmlint::app {

// Where an InternalError ends the work on one document and not the program. Does `work` on the
// documents; if that fails, finds those with which it fails alone, adds them to
// report.internal_errors and does it on the others. Gives the documents that were worked on. `work`
// leaves nothing behind when it throws. A failure that is no single document's is thrown on, to end
// the program.
std::vector<std::string> spare_the_others(
    std::span<const std::string> paths, RunReport& report,
    const std::function<void(std::span<const std::string>)>& work);

}  // namespace mmlint::app

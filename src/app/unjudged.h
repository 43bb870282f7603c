#pragma once

#include <string>
#include <vector>

#include "app/judging.h"

namespace mmlint::app {

// Returns what is to be said, in the language of the run, where --select and --ignore keep a clean
// result from meaning anything: no rule is left, or a config does not load and the rules that
// would say so are left out.
std::vector<std::string> unjudged_notes(const Judging& judging, const check::Request& request,
                                        const std::string& current_folder);

}  // namespace mmlint::app

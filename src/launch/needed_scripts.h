#pragma once

#include "base/std.h"

namespace mmlint::launch {

class ProgramStore;

// A fact: the absolute paths of the scripts without which training does not run. A launch script
// starts such a script before a training script, with `set -e` or `&&`, or a training script starts
// it by the module subprocess and checks how it ends.
std::set<std::string> needed_scripts(const ProgramStore& programs);

}  // namespace mmlint::launch

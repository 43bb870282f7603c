#pragma once

#include "check/script/named.h"
#include "launch/programs.h"

namespace mmlint::check {

// Returns the calls of a script that a rule means, in their order, without those of its own
// functions. `script` is what the program does, in any run or in one.
std::vector<const script::Call*> meant_calls(const Named& is_meant, const script::Summary& script,
                                             const launch::ProgramFacts& facts);

}  // namespace mmlint::check

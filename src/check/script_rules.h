#pragma once

#include "check/causes.h"

namespace mmlint::check {

// Judges the scripts of a request by the rules about scripts.
void judge_scripts(const Request& request, Causes& causes);

}  // namespace mmlint::check

#pragma once

#include <memory>

#include "check/causes.h"

namespace mmlint::check {

class Starts;

// Judges the scripts of a request by the rules about scripts, together with what starts them.
void judge_scripts(const Request& request, const std::shared_ptr<const Starts>& starts,
                   Causes& causes);

}  // namespace mmlint::check

#pragma once

#include <memory>

#include "check/causes.h"

namespace mmlint::check {

class Starts;

// Judges the launch scripts of a request by the rules about them.
void judge_launchers(const Request& request, const std::shared_ptr<const Starts>& starts,
                     Causes& causes);

}  // namespace mmlint::check

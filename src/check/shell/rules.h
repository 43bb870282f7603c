#pragma once

#include <memory>

#include "check/causes.h"

namespace mmlint::check {

class LaunchGraph;

// Judges the launch scripts of a request by the rules about them.
void judge_launchers(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
                     Causes& causes);

}  // namespace mmlint::check

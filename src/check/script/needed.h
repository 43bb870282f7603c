#pragma once

#include <string>

#include "script/summary.h"

namespace mmlint::check {

struct Request;
class LaunchGraph;

// Returns true if a training script of the project does not run where the script at that path
// fails: a launch script starts both, this one first, with `set -e` or `&&`; or the other one
// starts it by the module subprocess and checks how it ends.
bool is_needed_to_train(const std::string& path, const Request& request, const LaunchGraph& graph);

}  // namespace mmlint::check

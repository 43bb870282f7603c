#pragma once

#include <string_view>
#include <vector>

#include "catalog/target.h"
#include "check/shell/matcher.h"
#include "script/summary.h"

namespace mmlint::check {

// Returns the hits of {"check": NAME} of a rule about launch scripts. The names, with the captures
// and forms of their hits, are in catalog/launch_checks.h; throws InternalError for any other name.
std::vector<LaunchHit> run_launch_check(std::string_view name, const LaunchView& view);

// Returns true if the summary lists every option of a script, and the script exits with an error
// when it is given any other one.
bool parses_all(const script::Summary& script);

}  // namespace mmlint::check

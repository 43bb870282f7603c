#pragma once

#include <string_view>
#include <vector>

#include "catalog/target.h"
#include "check/shell/matcher.h"
#include "script/summary.h"

namespace mmlint::check {

// Returns what {"check": NAME} of a rule about launch scripts finds. The names, with the captures
// and forms of what they find, are in catalog/vocabulary.h; another one throws InternalError.
std::vector<LaunchHit> run_launch_check(std::string_view name, const LaunchView& view);

// Returns true if every option of a script is known to us, and the script ends with an error when
// it is given another one.
bool parses_all(const script::Summary& script);

}  // namespace mmlint::check

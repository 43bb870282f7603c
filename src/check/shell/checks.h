#pragma once

#include <string_view>
#include <vector>

#include "catalog/target.h"
#include "check/shell/matcher.h"
#include "script/summary.h"

namespace mmlint::check {

// What {"check": NAME} of a rule about launch scripts finds. The names, with the captures and forms
// of what they find, are in catalog/vocabulary.h; another one is an internal error.
std::vector<LaunchHit> run_launch_check(std::string_view name, const LaunchView& view);

// Whether every option of a script is known, and one that it does not know ends it.
bool parses_all(const script::Summary& script);

}  // namespace mmlint::check

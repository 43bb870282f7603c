#pragma once

#include "check/common/request.h"
#include "check/shell/matcher.h"

namespace mmlint::check {

// A predicate of rules about launch scripts, {"check": NAME}: returns a hit for each place that the
// rule reports. Each is in a file of its name in predicates/.
using LaunchPredicate = LaunchHits(const LaunchView& view);

// Returns the predicate of that name, which the loader of rules lets pass. Its body is generated
// (cmake/write_predicates.cmake).
LaunchPredicate* launch_predicate(std::string_view name);

}  // namespace mmlint::check

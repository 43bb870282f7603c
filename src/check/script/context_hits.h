#pragma once

#include <vector>

#include "check/script/matcher.h"

namespace mmlint::check {

// What the loaded config has, or a launch script gives: matchers of kind kLoads and kGiven.
std::vector<ScriptHit> context_hits(const catalog::Match& match, const ScriptContext& context);

// Where a launch script gives an option a value that its choices, as far as they are known, lack.
std::vector<ScriptHit> lacking_choices(const script::Option& option, const ScriptContext& context);

}  // namespace mmlint::check

#pragma once

#include <vector>

#include "check/script/matcher.h"

namespace mmlint::check {

// Returns what a {"loads": ...} finds in the loaded configs, or a {"given": ...} in what launch
// scripts give the script.
std::vector<ScriptHit> context_hits(const catalog::Match& match, const ScriptContext& context);

// Returns where launch scripts give an option a value that is not among its choices; empty if the
// choices are not known.
std::vector<ScriptHit> lacking_choices(const script::Option& option, const ScriptContext& context);

}  // namespace mmlint::check

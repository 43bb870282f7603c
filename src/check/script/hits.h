#pragma once

#include <vector>

#include "check/script/matcher.h"

namespace mmlint::check {

// Adds to `hits` everything that a match of kind kDoes, filled for the target, finds in a script.
// Returns false if it finds nothing.
bool collect_hits(const catalog::Match& match, const script::Summary& script,
                  const ScriptContext& context, const catalog::Target& target,
                  std::vector<ScriptHit>& hits);

}  // namespace mmlint::check

#pragma once

#include "check/script/matcher.h"

namespace mmlint::check {

// Appends to `hits` what a match of kind kDoes, in which the target's facts are filled in, finds in
// a script on paths that are feasible on the target. Returns false if that is nothing.
bool collect_hits(const catalog::Match& match, const script::Summary& script,
                  const launch::ProgramFacts& facts, const catalog::Target& target,
                  std::vector<ScriptHit>& hits);

}  // namespace mmlint::check

#pragma once

#include "check/script/matcher.h"

namespace mmlint::check {

// Appends to `hits` what a match of kind kDoes, in which the target's facts are filled in, finds in
// a script on paths that are feasible on the target. `is_meant` is of the match's fact. Returns
// false if it finds nothing.
bool collect_hits(const catalog::Match& match, const Named& is_meant, const script::Summary& script,
                  const launch::ProgramFacts& facts, const catalog::Target& target,
                  std::vector<ScriptHit>& hits);

}  // namespace mmlint::check

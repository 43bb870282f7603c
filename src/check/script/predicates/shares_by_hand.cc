// The data set of a loader may be the part of one rank.

#include "check/script/unshared_samples.h"

namespace mmlint::check::predicates {

bool shares_by_hand(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits&) {
  return facts.get<check::shares_by_hand>();
}

}  // namespace mmlint::check::predicates

// The launches of the script are known with all their words, and none gives a launcher; no hits.

#include "check/script/predicate.h"
#include "launch/given_options.h"

namespace mmlint::check::predicates {

bool started_without_launcher(const script::Summary&, const launch::ProgramFacts& facts,
                              ScriptHits&) {
  return launch::none_names_launcher(facts.program().launches());
}

}  // namespace mmlint::check::predicates

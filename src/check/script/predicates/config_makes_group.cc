// Each config that the script is known to load, or may load if none is known, imports a module that
// makes the process group.
// judges: each run

#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool config_makes_group(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits&) {
  return facts.program().possible_configs_make_group();
}

}  // namespace mmlint::check::predicates

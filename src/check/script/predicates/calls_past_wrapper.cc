// A wrapped model is called, not its wrapper; hits: the calls.

#include "check/script/unsynced_models.h"

namespace mmlint::check::predicates {

bool calls_past_wrapper(const script::Summary&, const launch::ProgramFacts& facts,
                        ScriptHits& hits) {
  return add_unsynced(facts, true, hits);
}

}  // namespace mmlint::check::predicates

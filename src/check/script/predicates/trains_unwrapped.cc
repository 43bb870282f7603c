// Each process trains a model without a wrapper; hits: its parameters.

#include "check/script/unsynced_models.h"

namespace mmlint::check::predicates {

bool trains_unwrapped(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_unsynced(facts, false, hits);
}

}  // namespace mmlint::check::predicates

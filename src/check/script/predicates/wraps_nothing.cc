// As it is launched, no process gets to a wrapper; hits: the first one.

#include "check/script/unsynced_models.h"

namespace mmlint::check::predicates {

bool wraps_nothing(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  for (const UnsyncedModel& each : facts.get<unsynced_models>()) {
    if (each.wraps_nothing) hits.push_back({.at = each.at, .fact = each.at, .name = each.name});
  }
  return !hits.empty();
}

}  // namespace mmlint::check::predicates

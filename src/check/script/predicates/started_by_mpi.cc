// The launches of the script are known, and mpirun starts the processes of each; no hits.

#include "check/script/predicate.h"
#include "launch/launch_start.h"

namespace mmlint::check::predicates {

bool started_by_mpi(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits&) {
  const auto& launches = facts.program().launches();
  return !launches.empty() && std::ranges::all_of(launches, [&](const auto* launch) {
    return launch::is_by_mpi(*launch, facts.program().workspace());
  });
}

}  // namespace mmlint::check::predicates

// torchrun does not pass a --local_rank that the script requires; hits: the options. Whether
// torchrun is meant is open where no launch script starts the script.

#include "check/script/context_hits.h"
#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool local_rank_missing(const script::Summary& script, const launch::ProgramFacts& facts,
                        ScriptHits& hits) {
  hits = missing_local_ranks(script, facts);
  return !hits.empty();
}

}  // namespace mmlint::check::predicates

// As it is launched, each process gets all samples; hits: the loaders.

#include "check/script/unshared_samples.h"

namespace mmlint::check::predicates {

bool shares_no_samples(const script::Summary&, const launch::ProgramFacts& facts,
                       ScriptHits& hits) {
  return add_places(facts.get<unshared_samples>(), hits);
}

}  // namespace mmlint::check::predicates

#pragma once

#include <optional>

#include "check/script/matcher.h"
#include "fix/script/name_reads.h"

namespace mmlint::fix {

// Returns the first place where the value that is written at hit.at is used for something else than
// what the hit found: in a comparison, in another call, under a second name. The value is followed
// through variables, parameters, attributes and results of functions of the script. Nullopt if
// there is no such place, so that the value may be replaced where it is written.
std::optional<Span> other_use(const check::ScriptHit& hit, const script::Summary& script,
                              const NameReads& reads);

}  // namespace mmlint::fix

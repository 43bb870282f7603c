#pragma once

#include <optional>

#include "check/script/matcher.h"

namespace mmlint::fix {

// Where the value that is written at hit.at goes but for what the hit is about: into a comparison,
// another call, a second name. It is followed through variables, parameters, attributes and results
// of functions of this file. Nothing if it goes nowhere else.
std::optional<Span> other_use(const check::ScriptHit& hit, const script::Summary& script,
                              syntax::Parser& parser);

}  // namespace mmlint::fix

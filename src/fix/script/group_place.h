#pragma once

#include "catalog/target.h"
#include "script/summary.h"

namespace mmlint::fix {

// The statement that a process group has to stand in front of for a call that builds a Runner: an
// `if` of which both branches build one, and of several that run one after the other the first.
Span place_of_group(const script::Summary& script, const script::Call& call,
                    const catalog::Target& target, syntax::Parser& parser);

}  // namespace mmlint::fix

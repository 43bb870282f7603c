#pragma once

#include "catalog/target.h"
#include "script/summary.h"

namespace mmlint::fix {

// The statement in front of which a process group is made for a call that builds a Runner. That is
// the call's own, but for an `if` of which both branches build a Runner, which is taken as a whole;
// and where several such statements run one after the other, it is the first of them.
Span statement_behind_group(const script::Summary& script, const script::Call& call,
                            const catalog::Target& target, syntax::Parser& parser);

}  // namespace mmlint::fix

#pragma once

#include "catalog/target.h"
#include "script/summary.h"

namespace mmlint::fix {

// Returns the statement in front of which a process group has to be made for a call that builds a
// Runner: the one that holds the call. An `if` of which both branches build a Runner counts as one
// statement, and where several such statements follow each other it is the first of them.
Span statement_behind_group(const script::Summary& script, const script::Call& call,
                            const catalog::Target& target, syntax::Parser& parser);

}  // namespace mmlint::fix

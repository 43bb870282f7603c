#pragma once

#include "syntax/ast.h"
#include "syntax/lower_base.h"

namespace mmlint::syntax {

// Parses a top-level statement without tree-sitter, some ten to thirty times as fast, unless it
// holds something unusual: async, await, match, type parameters, names that are not ASCII, tabs
// before statements. `end` is the offset in input.text where the statement ends. Returns the nodes
// that tree-sitter and lowering would make, in input.arena. Returns null for any other statement
// and for one that may be invalid, which tree-sitter then has to read. Internal to syntax.
const Stmt* fast_parse(const LowerInput& input, std::uint32_t end);

}  // namespace mmlint::syntax

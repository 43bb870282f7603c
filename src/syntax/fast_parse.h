#pragma once

#include "syntax/ast.h"
#include "syntax/lower_base.h"

namespace mmlint::syntax {

// Reads a statement `name = value` without tree-sitter, some thirty times as fast, where the value
// is made of names, attributes, calls, displays, numbers, strings and arithmetic, which most
// statements of configs are. `end` is the offset in input.text where the statement ends. Returns
// the nodes that tree-sitter and lowering would give, in input.arena, or null for anything else and
// for whatever is not valid at first sight: then they have to read it. Internal to syntax.
const Stmt* fast_parse(const LowerInput& input, std::uint32_t end);

}  // namespace mmlint::syntax

#pragma once

#include "syntax/ast.h"
#include "syntax/lower_base.h"

namespace mmlint::syntax {

// Parses a top-level statement without tree-sitter, some thirty times as fast, if it is one of
// those that configs are made of: assignments, imports, `if`, `for`, `with`, `del` and calls, of
// expressions without lambda, yield, await and walrus (fast_expr.h). `end` is the offset in
// input.text where the statement ends. Returns the nodes that tree-sitter and lowering would make,
// in input.arena. Returns null for any other statement and for one that may be invalid, which
// tree-sitter then has to read. Internal to syntax.
const Stmt* fast_parse(const LowerInput& input, std::uint32_t end);

}  // namespace mmlint::syntax

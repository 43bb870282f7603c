#pragma once

#include <vector>

#include "syntax/document.h"

namespace mmlint::fix {

// One of the statements that a place lies in, and the block that this statement stands in.
struct EnclosingStatement {
  const syntax::Stmt* stmt;
  syntax::Block block;  // empty: the top level of the file
};

// Returns the statements from the top-level one down to the one whose span is exactly `stmt`, which
// is the last. Empty if there is none. The document owns them.
std::vector<EnclosingStatement> enclosing(const syntax::Document& document, syntax::Parser& parser,
                                          Span stmt);

// Returns the innermost function around the last of these statements; null if it stands in none.
const syntax::Function* function_around(const std::vector<EnclosingStatement>& enclosing);

}  // namespace mmlint::fix

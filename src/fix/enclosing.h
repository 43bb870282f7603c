#pragma once

#include <vector>

#include "syntax/document.h"

namespace mmlint::fix {

// A statement and the block that it stands in.
struct Level {
  const syntax::Stmt* stmt;
  syntax::Block block;  // empty: the top level of the file
};

// The blocks directly inside a statement; some may be empty.
std::vector<syntax::Block> blocks_of(const syntax::Stmt& stmt);

// From the top-level statement to the one that is exactly these bytes. Empty if there is none.
std::vector<Level> enclosing(const syntax::Document& document, syntax::Parser& parser, Span stmt);

// The innermost function that the last level stands in; null if it stands in none.
const syntax::Function* function_of(const std::vector<Level>& levels);

}  // namespace mmlint::fix

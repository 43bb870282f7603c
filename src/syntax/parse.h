#pragma once

#include <memory_resource>

#include "base/syntax_problem.h"
#include "syntax/ast.h"
#include "syntax/offset_map.h"

namespace mmlint::syntax {

inline constexpr int kMaxDepth = 400;  // nested nodes of ast.h

// One top-level statement to parse.
struct ParseInput {
  std::string_view text;     // the document's whole text
  std::uint32_t begin, end;  // the statement in it
  const OffsetMap& map;      // from `text` to the file
  FileId file;
  std::pmr::memory_resource& arena;  // where nodes live
  std::pmr::memory_resource& texts;  // where their texts live that are not in `text`
};

// Parses a statement of Python 3.12 that lexical_scan.h found no problem with. Returns null and
// adds a problem if the statement is invalid. Internal to syntax.
const Stmt* parse(const ParseInput& input, std::vector<SyntaxProblem>& problems);

}  // namespace mmlint::syntax

#pragma once

#include <optional>
#include <string>

#include "syntax/document.h"

namespace mmlint::fix {

// The line that a simple statement, or the head of a compound one, begins.
struct StatementLine {
  std::string indent;  // the blanks before it
  std::string unit;    // what one more level of indentation adds
  bool ends;           // nothing but a comment stands behind the statement
};
// Returns nullopt if something else stands before the statement on its line.
std::optional<StatementLine> line_of(const syntax::Document& document, Span statement);

}  // namespace mmlint::fix

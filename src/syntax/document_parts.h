#pragma once

#include "base/std.h"

// These functions read small parts of a text for Document. Internal to syntax.
namespace mmlint::syntax {

// The beginning of a statement: its first word and, if the statement gives a value or a type to one
// plain name, that name; see StatementRange. Both are views into the text that was read.
struct StatementHead {
  std::string_view keyword;
  std::string_view name;
};
StatementHead read_head(std::string_view statement);

// What is wrong with a statement: a message, CPython's where that is known, and the byte range in
// the statement that it is about.
struct Explanation {
  std::size_t begin;
  std::size_t end;
  std::string message;
};
// Returns why a statement is not valid Python in which the token at this byte offset is invalid.
Explanation explain_error(std::string_view statement, std::size_t offset);

}  // namespace mmlint::syntax

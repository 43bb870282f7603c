#pragma once

#include <optional>
#include <span>
#include <string>

#include "syntax/ast.h"

namespace mmlint::syntax {

// What CPython refuses about a `global` or `nonlocal` statement (symtable.c): where it stands, and
// why.
struct ScopeProblem {
  const Stmt* at;
  std::string message;
};

// Returns the first problem with `global` and `nonlocal` in the statements of a module, in all
// functions and classes below; nullopt if there is none. Statements may be null, and are then left
// out.
std::optional<ScopeProblem> find_scope_problem(std::span<const Stmt* const> module);

}  // namespace mmlint::syntax

#pragma once

#include "syntax/ast.h"

namespace mmlint::syntax {

// Calls visit for each name, attribute and subscript that an assignment to this target assigns to:
// for `a, (b.c, *d[0])` these are a, b.c and d[0].
void for_each_target(const Expr& target, const std::function<void(const Expr&)>& visit);

// Visits what a statement itself binds, but not what statements and expressions inside of it bind:
// its targets, and the names of functions, classes, imports and exceptions. The name is "*" for
// `from a import *`.
void for_each_binding(const Stmt& stmt, const std::function<void(const Expr&)>& visit_target,
                      const std::function<void(std::string_view)>& visit_name);
// These visit only names: those among the targets, and for a statement those that it binds as well.
void for_each_bound_name(const Expr& target, const std::function<void(std::string_view)>& visit);
void for_each_bound_name(const Stmt& stmt, const std::function<void(std::string_view)>& visit);

// Returns, for each name that an import statement binds, the dotted name of the module or member
// that it stands for, with one leading dot for each level of a relative import. The map is empty
// for other statements.
std::map<std::string_view, std::string> imported_names(const Stmt& stmt);

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

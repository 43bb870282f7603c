#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "syntax/ast.h"

namespace mmlint::syntax {

// Calls visit for each part of a target that is assigned: the names, attributes and items, which of
// `a, (b.c, *d[0])` are a, b.c and d[0].
void for_each_target(const Expr& target, const std::function<void(const Expr&)>& visit);

// Visits what a statement binds itself, not what statements and expressions inside it bind: its
// targets, and the names of functions, classes, imports and exceptions ("*" of `from a import *`).
void for_each_binding(const Stmt& stmt, const std::function<void(const Expr&)>& visit_target,
                      const std::function<void(std::string_view)>& visit_name);
// These visit only the names among them.
void for_each_bound_name(const Expr& target, const std::function<void(std::string_view)>& visit);
void for_each_bound_name(const Stmt& stmt, const std::function<void(std::string_view)>& visit);

// Returns, by each name that an import binds, the dotted name of what it stands for, behind a dot
// for each level of a relative import. The map is empty for other statements.
std::map<std::string_view, std::string> imported_names(const Stmt& stmt);

}  // namespace mmlint::syntax

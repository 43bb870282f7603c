#pragma once

#include "syntax/document.h"

namespace mmlint::syntax {

// Returns true for a statement that others may stand in.
bool has_blocks(StmtKind kind);

// Calls visit for every expression directly below, in the order in which they are written.
void for_each_child(const Expr& expr, const std::function<void(const Expr&)>& visit);
// Calls visit_expr for every expression and visit_stmt for every statement directly below.
void for_each_child(const Stmt& stmt, const std::function<void(const Expr&)>& visit_expr,
                    const std::function<void(const Stmt&)>& visit_stmt);
// Calls visit for every expression below a statement, at any depth, outer ones first.
void for_each_expr(const Stmt& stmt, const std::function<void(const Expr&)>& visit);

// Returns the expression that is exactly the bytes [begin, end) of the file; null if there is none.
// If several are (as in parentheses), it is the innermost.
const Expr* find_expr(const Document& document, std::uint32_t begin, std::uint32_t end);
// Returns the statement, at any depth, that is exactly these bytes; null if there is none.
const Stmt* find_stmt(const Document& document, std::uint32_t begin, std::uint32_t end);
// Returns the index of the top-level statement that holds the offset; statements().size() if none
// does.
std::size_t statement_at(const Document& document, std::uint32_t offset);

// Return the name that an expression is, and the one that it calls; an empty text for any other.
inline std::string_view id_of(const Expr& x) {
  return x.kind == ExprKind::kName ? as<Name>(x).id : std::string_view();
}
inline std::string_view called_id(const Expr& x) {
  return x.kind == ExprKind::kCall ? id_of(*as<Call>(x).callee) : std::string_view();
}

}  // namespace mmlint::syntax

#pragma once

#include <functional>
#include <string_view>

#include "syntax/document.h"

namespace mmlint::syntax {

// Calls visit for every expression directly below, in the order in which they are written.
void for_each_child(const Expr& expr, const std::function<void(const Expr&)>& visit);
// Every expression and every statement directly below a statement.
void for_each_child(const Stmt& stmt, const std::function<void(const Expr&)>& visit_expr,
                    const std::function<void(const Stmt&)>& visit_stmt);
// Every expression at any depth, outer ones first.
void for_each_expr(const Stmt& stmt, const std::function<void(const Expr&)>& visit);

// The expression that is exactly these bytes of the file; null if there is none. If several are (a
// parenthesised one), the innermost.
const Expr* find_expr(const Document& document, Parser& parser, std::uint32_t begin,
                      std::uint32_t end);
// The same for a statement at any depth.
const Stmt* find_stmt(const Document& document, Parser& parser, std::uint32_t begin,
                      std::uint32_t end);
// The index of the top-level statement that holds the offset; statements().size() if none does.
std::size_t statement_at(const Document& document, std::uint32_t offset);

}  // namespace mmlint::syntax

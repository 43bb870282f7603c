#pragma once

#include <string_view>

#include "syntax/ast.h"

namespace mmlint::syntax {

// Return the name that an expression is, and the one that it calls; an empty text for any other.
inline std::string_view id_of(const Expr& x) {
  return x.kind == ExprKind::kName ? as<Name>(x).id : std::string_view();
}
inline std::string_view called_id(const Expr& x) {
  return x.kind == ExprKind::kCall ? id_of(*as<Call>(x).callee) : std::string_view();
}

}  // namespace mmlint::syntax

#pragma once

#include "python/eval/objects.h"

namespace mmlint::python {

// Returns the names that are a function's own: its parameters, and what its body (of a lambda, the
// expression) binds anywhere but in statements that are taken out of it.
NameSet local_names(std::span<const syntax::Parameter> parameters,
                    std::span<syntax::Stmt const* const> body, const syntax::Expr* expression,
                    const TakenOut* taken_out = nullptr);
// Returns the loop variables of a comprehension.
NameSet local_names(const syntax::Comprehension& comprehension);

}  // namespace mmlint::python

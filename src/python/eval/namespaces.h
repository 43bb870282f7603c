#pragma once

#include "python/eval/objects.h"

namespace mmlint::python {

// Returns the scope of the module that `scope` lies in.
Scope& outermost(Scope& scope);
// Each returns true if the name was declared `global` or `nonlocal`, respectively, in that scope.
bool is_global(const Scope& scope, std::string_view name);
bool is_nonlocal(const Scope& scope, std::string_view name);
// Returns the scope that a name belongs to when code in `scope` binds or deletes it.
Scope& home_of(Scope& scope, std::string_view name);

// Returns the names that are a function's own: its parameters, and what its body (of a lambda, the
// expression) binds anywhere but in statements that are taken out of it.
NameSet local_names(std::span<const syntax::Parameter> parameters,
                    std::span<syntax::Stmt const* const> body, const syntax::Expr* expression,
                    const TakenOut* taken_out = nullptr);
// Returns the loop variables of a comprehension.
NameSet local_names(const syntax::Comprehension& comprehension);

}  // namespace mmlint::python

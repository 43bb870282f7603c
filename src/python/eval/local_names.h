#pragma once

#include "python/eval/objects.h"

namespace mmlint::python {

// The names that are a function's own: its parameters, and what its body binds anywhere but in
// statements that are taken out of it.
NameSet local_names(std::span<const syntax::Parameter> parameters,
                    std::span<syntax::Stmt const* const> body, const syntax::Expr* expression,
                    const TakenOut* taken_out = nullptr);
// The loop variables of a comprehension.
NameSet local_names(const syntax::Comprehension& comprehension);

}  // namespace mmlint::python

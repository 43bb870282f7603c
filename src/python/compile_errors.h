#pragma once

#include "syntax/document.h"
#include "value/problem.h"

namespace mmlint::python {

// Returns the first place, if any, that a parser takes and CPython's compiler refuses because of
// where names are bound: `global` and `nonlocal` that come too late or mean nothing, and `:=` that
// rebinds a comprehension's variable (Python/symtable.c).
std::optional<Problem> compile_error(const syntax::Document& document);

}  // namespace mmlint::python

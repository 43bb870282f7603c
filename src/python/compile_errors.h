#pragma once

#include <optional>

#include "syntax/document.h"
#include "value/problem.h"

namespace mmlint::python {

// What a parser takes and CPython's compiler refuses because of where names are bound: `global` and
// `nonlocal` that come too late or mean nothing, `:=` that rebinds a comprehension's variable
// (Python/symtable.c). The first such place.
std::optional<Problem> compile_error(const syntax::Document& document, syntax::Parser& parser);

}  // namespace mmlint::python

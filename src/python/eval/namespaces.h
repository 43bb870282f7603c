#pragma once

#include <string_view>

#include "python/eval/objects.h"

namespace mmlint::python {

Scope& outermost(Scope& scope);  // of the module
// The name was declared `global` or `nonlocal` in that scope.
bool is_global(const Scope& scope, std::string_view name);
bool is_nonlocal(const Scope& scope, std::string_view name);
// Where a name that is bound or deleted in `scope` lives.
Scope& home_of(Scope& scope, std::string_view name);

}  // namespace mmlint::python

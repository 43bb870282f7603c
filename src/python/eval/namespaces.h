#pragma once

#include <string_view>

#include "python/eval/objects.h"

namespace mmlint::python {

// Returns the scope of the module that `scope` lies in.
Scope& outermost(Scope& scope);
// Each returns true if the name was declared `global` or `nonlocal`, respectively, in that scope.
bool is_global(const Scope& scope, std::string_view name);
bool is_nonlocal(const Scope& scope, std::string_view name);
// Returns the scope that a name belongs to when code in `scope` binds or deletes it.
Scope& home_of(Scope& scope, std::string_view name);

}  // namespace mmlint::python

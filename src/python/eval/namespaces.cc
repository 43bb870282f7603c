#include "python/eval/namespaces.h"

#include <algorithm>

namespace mmlint::python {
namespace {

bool is_among(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Scope& outermost(Scope& scope) {
  Scope* out = &scope;
  while (out->enclosing) out = out->enclosing;
  return *out;
}

bool is_global(const Scope& scope, std::string_view name) {
  return is_among(scope.globals, name);
}

bool is_nonlocal(const Scope& scope, std::string_view name) {
  return is_among(scope.nonlocals, name);
}

Scope& home_of(Scope& scope, std::string_view name) {
  if (is_global(scope, name)) return outermost(scope);
  if (!is_nonlocal(scope, name)) return scope;
  for (Scope* outer = scope.enclosing; outer && outer->enclosing; outer = outer->enclosing) {
    if (!outer->is_class && outer->locals && outer->locals->contains(name)) return *outer;
  }
  return scope;
}

}  // namespace mmlint::python

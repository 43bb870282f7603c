#pragma once

#include "python/eval/evaluator.h"

// The names that a lazy config finds before its first statement runs.
namespace mmlint::python {

// Returns MMEngine's class LazyObject, which is a global name of every lazy config (rule Z1).
Value* lazy_object_class(Evaluator& e);

// Binds each package, the `a` of `import a.b` at top level, to one lazy object that all imports of
// the package share (rule Z7).
void bind_packages(
    Evaluator& e,
    const std::map<std::string_view, std::vector<const syntax::ImportedName*>>& packages);

}  // namespace mmlint::python

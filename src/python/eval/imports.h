#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "python/eval/evaluator.h"

// What a lazy config finds before its first statement runs.
namespace mmlint::python {

// MMEngine's LazyObject itself, which is a global name of every lazy config (rule Z1).
Value* lazy_object_class(Evaluator& e);

// Binds the packages of `import a.b` at top level (rule Z7).
void bind_packages(
    Evaluator& e,
    const std::map<std::string_view, std::vector<const syntax::ImportedName*>>& packages);

}  // namespace mmlint::python

#pragma once

#include "script/summary.h"

namespace mmlint::script {

// Returns every import inside a function that hides the same name of the module and stands below a
// use of that name in the function, or in an `if` above one. `module` has the top-level statements
// of the document. With `entered`, only those in these functions.
std::vector<Shadow> find_shadows(const syntax::Document& document, syntax::Block module,
                                 const std::set<Span>* entered = nullptr);

}  // namespace mmlint::script

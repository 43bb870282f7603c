#pragma once

#include <vector>

#include "script/summary.h"

namespace mmlint::script {

// Returns every import inside a function that hides the same name of the module and stands below a
// use of that name in the function. `module` has the top-level statements of the document.
std::vector<Shadow> find_shadows(const syntax::Document& document, syntax::Block module);

}  // namespace mmlint::script

#pragma once

#include <vector>

#include "script/summary.h"

namespace mmlint::script {

// Every import in a function that repeats one of the module and stands below a use of its name.
std::vector<Shadow> find_shadows(const syntax::Document& document, syntax::Block module);

}  // namespace mmlint::script

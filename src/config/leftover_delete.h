#pragma once

#include <vector>

#include "value/problem.h"
#include "value/value.h"

namespace mmlint::config {

// Returns a problem (MM015) for every `_delete_` that `file` wrote and that is left in the resolved
// config `root`, below the top-level keys from which MMEngine builds objects. Elsewhere it does no
// harm, and may still have its effect where the value is used.
std::vector<Problem> leftover_deletes(const Value& root, FileId file);

}  // namespace mmlint::config

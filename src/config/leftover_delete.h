#pragma once

#include <vector>

#include "value/problem.h"
#include "value/value.h"

namespace mmlint::config {

// Every `_delete_` that a file wrote and that is still in the config it gives, in what MMEngine
// builds objects from (MM015). Elsewhere it does no harm, and may do its work where the value is
// used.
std::vector<Problem> leftover_deletes(const Value& root, FileId file);

}  // namespace mmlint::config

#pragma once

#include <string_view>

#include "value/value.h"

namespace mmlint {

// Returns a string of that text: the same one whoever asks, as the dicts of all configs have mostly
// the same keys. It is frozen, has no place, and lives until the process ends. Null for a name
// that is empty, long, or new after very many. For several threads.
Value* shared_key(std::string_view name);

}  // namespace mmlint

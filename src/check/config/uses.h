#pragma once

#include "config/resolved.h"

namespace mmlint::check {

// Returns true if a key that MMEngine's Runner reads holds a value that is written at `place` or
// inside of it, at any depth. `root` is the dict of a config.
bool is_used(const Value& root, Span place);

}  // namespace mmlint::check

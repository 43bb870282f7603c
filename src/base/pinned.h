#pragma once

#include "base/std.h"

namespace mmlint {

// The base of a class whose objects are neither copied nor moved.
struct Pinned {
  Pinned() = default;
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
};

}  // namespace mmlint

#pragma once

#include "base/std.h"

namespace mmlint {

// How much mmlint computes for one config. A config that needs more raises LimitReached (MM013).
struct Limits {
  std::uint64_t steps = 1'000'000;  // expressions evaluated, items visited, 64 bytes of text made
  int depth = 400;                  // of nested values and calls
  std::size_t items = 1'000'000;    // of one container
  std::size_t text = 16u << 20;     // bytes of one string
  std::size_t values = 2'000'000;   // made in all
};

}  // namespace mmlint

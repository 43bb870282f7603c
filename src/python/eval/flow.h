#pragma once

#include <cstdint>

namespace mmlint::python {

// Where a block leads after it has run. With a kMaybe value it depends on something unknown whether
// the block left its loop (kMaybeBreak) or its function (kMaybeReturn), or goes on.
enum class Flow : std::uint8_t { kNext, kBreak, kContinue, kReturn, kMaybeBreak, kMaybeReturn };

}  // namespace mmlint::python

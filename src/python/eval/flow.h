#pragma once

#include <cstdint>

namespace mmlint::python {

// Where a block leads. After something unknown it may have left its loop or its function, or not.
enum class Flow : std::uint8_t { kNext, kBreak, kContinue, kReturn, kMaybeBreak, kMaybeReturn };

}  // namespace mmlint::python

#pragma once

#include <cstdint>

namespace mmlint::python {

// A Flow says where a block leads after it has run. The two kMaybe values: it depends on something
// unknown whether the block left its loop or its function, or goes on.
enum class Flow : std::uint8_t { kNext, kBreak, kContinue, kReturn, kMaybeBreak, kMaybeReturn };

}  // namespace mmlint::python

#pragma once

#include <cstdint>

namespace mmlint {

// What this thread has done so far, where the build counts it (`mmlint_counted` in
// cmake/Compiler.cmake); compare two calls. A step is a basic block of our code or the parser's, so
// the same input takes the same steps on every machine. Libraries that are only linked (RE2,
// libyaml, the C library) take none.
std::uint64_t steps();

// The bytes that were asked for on the heap, whether or not they were given back since.
std::uint64_t allocated();

}  // namespace mmlint

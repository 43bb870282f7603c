#include "steps.h"

#include <cstddef>
#include <cstdlib>

namespace {

thread_local std::uint64_t taken;
thread_local std::uint64_t bytes;

}  // namespace

namespace mmlint {

std::uint64_t steps() {
  return taken;
}

std::uint64_t allocated() {
  return bytes;
}

}  // namespace mmlint

// Called by each basic block. libFuzzer defines the name without `__wrap_`, to refuse such builds,
// so the linker is told to take this one.
extern "C" void __wrap___sanitizer_cov_trace_pc() {
  ++taken;
}

#ifdef MMLINT_COUNTS_NEW  // where no sanitizer has an allocator
void* operator new(std::size_t size) {
  bytes += size;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
#else
// Called by the sanitizer's allocator.
extern "C" void __sanitizer_malloc_hook(const volatile void*, std::size_t size) {
  bytes += size;
}
#endif

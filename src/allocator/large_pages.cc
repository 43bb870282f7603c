#include "allocator/large_pages.h"

#ifdef MMLINT_TCMALLOC
#include <gperftools/malloc_extension.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>

namespace mmlint {
namespace {

// Gives tcmalloc its memory; it calls one thread at a time and must not be called back.
class LargePages : public SysAllocator {
 public:
  explicit LargePages(SysAllocator& usual) : usual_(usual) {}

  void* Alloc(std::size_t size, std::size_t* actual_size, std::size_t alignment) override {
    constexpr std::size_t kUsual = std::size_t{8} << 20;  // more than few files need
    const bool is_large = given_ >= kUsual;
    void* got =
        is_large ? large(size, actual_size, alignment) : usual_.Alloc(size, actual_size, alignment);
    if (got != nullptr) given_ += *actual_size;
    return got;
  }

 private:
  static void* large(std::size_t size, std::size_t* actual_size, std::size_t alignment) {
    constexpr std::size_t kPage = std::size_t{2} << 20;
    const std::size_t rounded = (size + kPage - 1) / kPage * kPage;
    const std::size_t step = std::max(alignment, kPage);
    if (rounded < size || rounded + step < rounded) return nullptr;
    void* got =
        mmap(nullptr, rounded + step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) return nullptr;
    const auto begin = reinterpret_cast<std::uintptr_t>(got);
    const std::uintptr_t aligned = (begin + step - 1) / step * step;
    if (aligned != begin) munmap(got, aligned - begin);
    if (aligned - begin != step)
      munmap(reinterpret_cast<void*>(aligned + rounded), step - (aligned - begin));
    void* const memory = reinterpret_cast<void*>(aligned);
    madvise(memory, rounded, MADV_HUGEPAGE);  // may fail
    *actual_size = rounded;
    return memory;
  }

  SysAllocator& usual_;
  std::size_t given_ = 0;
};

}  // namespace

void use_large_pages() {
  MallocExtension& tcmalloc = *MallocExtension::instance();
  static LargePages pages(*tcmalloc.GetSystemAllocator());
  tcmalloc.SetSystemAllocator(&pages);
  // What a run gives back it mostly asks for again, and the system clears it each time.
  tcmalloc.SetMemoryReleaseRate(0);
}

}  // namespace mmlint

#else

namespace mmlint {
void use_large_pages() {}
}  // namespace mmlint

#endif

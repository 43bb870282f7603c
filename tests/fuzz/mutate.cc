#include <cstring>
#include <string>

#include "mutator.h"

using namespace mmlint;

// libFuzzer's own changes seldom leave valid Python; one in eight is enough of them.
extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t max_size)
    __attribute__((weak));

extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  static std::string other;  // the text before this one, for parts of it
  if (seed % 8 == 0 || size == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string changed = tests::Mutator(seed).with_lines(text, other.empty() ? text : other);
  if (seed % 8 == 1) other = text;
  if (changed.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, changed.data(), changed.size());
  return changed.size();
}

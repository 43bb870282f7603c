#pragma once

#include "base/pinned.h"

namespace mmlint {

// Memory that is given back all at once. It comes in blocks of one size, whose addresses are
// multiples of it, so that what lies in one finds the arena that it belongs to. What does not fit
// lies outside of blocks. For one thread at a time.
class Arena : Pinned {
 public:
  static constexpr std::size_t kBlock = 2048;   // bytes
  static constexpr std::size_t kInBlock = 512;  // bytes of what still lies in a block
  static constexpr std::size_t kAlignment = 8;  // of all that allocate() returns

  ~Arena();

  // Returns the arena of something that is in a block: at most kInBlock bytes. Anything else is an
  // error of the caller, for which builds without NDEBUG throw an InternalError.
  static Arena& of(const void* inside) {
    const auto address = reinterpret_cast<std::uintptr_t>(inside);
    const auto* block = reinterpret_cast<const Block*>(address & ~(kBlock - 1));
#ifndef NDEBUG
    check(block);
#endif
    return *block->arena;
  }

  // Returns memory that nobody has written to, for as long as the arena lives.
  void* allocate(std::size_t bytes) {
    bytes = (bytes + kAlignment - 1) & ~(kAlignment - 1);
    if (bytes > static_cast<std::size_t>(end_ - next_)) return allocate_anew(bytes);
    char* out = next_;
    next_ += bytes;
    return out;
  }
  // Makes the last thing that was allocated longer, if there is room behind it; else returns false.
  bool extend(void* last, std::size_t bytes, std::size_t wanted) {
    char* first = static_cast<char*>(last);
    if (first + bytes != next_ || wanted > static_cast<std::size_t>(end_ - first)) return false;
    next_ = first + wanted;
    return true;
  }

 private:
  struct Block {
    Block* before;
    Arena* arena;
#ifndef NDEBUG
    std::uint64_t canary = 0;  // kCanary while an arena uses the block
#endif
  };
#ifndef NDEBUG
  static constexpr std::uint64_t kCanary = 0x6d6d6c696e743a29;
  static void check(const Block* block);
#endif
  struct Spare;
  class Blocks;

  void* allocate_anew(std::size_t bytes);

  char* next_ = nullptr;  // what is free of the last block
  char* end_ = nullptr;
  Block* blocks_ = nullptr;  // the last one
  Block* first_ = nullptr;
  std::size_t count_ = 0;   // of blocks
  Block* large_ = nullptr;  // each in front of one thing; its arena says nothing
};

}  // namespace mmlint

#include "base/arena.h"

#include <new>

#include "base/result.h"

namespace mmlint {

// A list of blocks that nobody uses.
struct Arena::Spare {
  Block* last = nullptr;
  std::size_t count = 0;
};

// Where a thread takes the blocks of its arenas from. They come out of larger pieces of memory,
// which the process keeps: the allocator would look after each block by itself.
class Arena::Blocks {
 public:
  static Blocks& mine() {
    static thread_local Blocks blocks;
    return blocks;
  }

  Block* take() {
#ifdef MMLINT_SANITIZED  // it sees who uses a block that was given back
    return static_cast<Block*>(::operator new(kBlock, std::align_val_t(kBlock)));
#endif
    if (!spare_.last) spare_ = taken_from_all();
    if (spare_.last) {
      --spare_.count;
      return std::exchange(spare_.last, spare_.last->before);
    }
    if (next_ == end_) get_piece();
    return reinterpret_cast<Block*>(std::exchange(next_, next_ + kBlock));
  }
  // Takes a list of blocks back, without a look at those between its ends.
  void give(Spare more, Block* first) {
#ifdef MMLINT_SANITIZED
    while (more.last)
      ::operator delete(std::exchange(more.last, more.last->before), std::align_val_t(kBlock));
    return;
#endif
    first->before = spare_.last;
    spare_ = {more.last, spare_.count + more.count};
    if (spare_.count > kMost) give_all(std::exchange(spare_, {}));
  }

 private:
  static constexpr std::size_t kFirst = 256u << 10;  // bytes of the first piece of a thread
  static constexpr std::size_t kPiece = 2u << 20;    // and of the others, which lie on multiples
  static constexpr std::size_t kMost = 4096;  // of spare blocks; what is more is for all threads

  // A thread that needs more than a little needs much: all of a large page.
  void get_piece() {
    const std::size_t size = end_ ? kPiece : kFirst;
    next_ = static_cast<char*>(::operator new(size, std::align_val_t(end_ ? kPiece : kBlock)));
    end_ = next_ + size;
  }

  struct All {
    std::mutex mutex;
    std::vector<Spare> lists;
  };
  static All& all() {
    static All& all = *new All;  // outlives every thread
    return all;
  }
  static Spare taken_from_all() {
    const std::lock_guard lock(all().mutex);
    if (all().lists.empty()) return {};
    const Spare out = all().lists.back();
    all().lists.pop_back();
    return out;
  }
  static void give_all(Spare spare) {
    const std::lock_guard lock(all().mutex);
    all().lists.push_back(spare);
  }

  Spare spare_;
  char* next_ = nullptr;  // what is free of the last piece
  char* end_ = nullptr;
};

#ifndef NDEBUG
// What is in front of something else than a block may be anybody's, so no sanitizer looks at it.
[[gnu::no_sanitize_address]] void Arena::check(const Block* block) {
  if (block->canary == kCanary) return;
  fail_check("a value with items is in an arena (a Pool made it)", __FILE__, __LINE__);
}
#endif

Arena::~Arena() {
#ifndef NDEBUG
  for (Block* block = blocks_; block; block = block->before) block->canary = 0;
#endif
  if (blocks_) Blocks::mine().give({blocks_, count_}, first_);
  while (large_) ::operator delete(std::exchange(large_, large_->before));
}

void* Arena::allocate_anew(std::size_t bytes) {
  if (bytes > kInBlock) {
    Block* block = static_cast<Block*>(::operator new(sizeof(Block) + bytes));
    block->before = large_;
    large_ = block;
    return block + 1;
  }
  Block* block = Blocks::mine().take();
  ++count_;
  *block = {blocks_, this};
#ifndef NDEBUG
  block->canary = kCanary;
#endif
  if (!first_) first_ = block;
  blocks_ = block;
  next_ = reinterpret_cast<char*>(block + 1);
  end_ = reinterpret_cast<char*>(block) + kBlock;
  return allocate(bytes);
}

}  // namespace mmlint

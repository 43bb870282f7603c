#include "base/arena.h"

#include <new>
#include <utility>

namespace mmlint {

Arena::~Arena() {
  while (blocks_) {
    ::operator delete(std::exchange(blocks_, blocks_->before), std::align_val_t(kBlock));
  }
  while (large_) ::operator delete(std::exchange(large_, large_->before));
}

void* Arena::allocate_anew(std::size_t bytes) {
  if (bytes > kInBlock) {
    Block* block = static_cast<Block*>(::operator new(sizeof(Block) + bytes));
    block->before = large_;
    large_ = block;
    return block + 1;
  }
  Block* block = static_cast<Block*>(::operator new(kBlock, std::align_val_t(kBlock)));
  *block = {blocks_, this};
  blocks_ = block;
  next_ = reinterpret_cast<char*>(block + 1);
  end_ = reinterpret_cast<char*>(block) + kBlock;
  return allocate(bytes);
}

}  // namespace mmlint

#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace mmlint {

// Owns objects of one type, whose addresses are stable. They lie in chunks, each a quarter of all
// before it, so that few take few bytes and many few allocations.
template <class T>
class Chunks {
 public:
  Chunks() = default;
  Chunks(const Chunks&) = delete;
  Chunks& operator=(const Chunks&) = delete;
  ~Chunks() {
    for (const Chunk& chunk : chunks_) {
      std::destroy(chunk.first, chunk.end == end_ ? next_ : chunk.end);
      std::allocator<T>().deallocate(chunk.first,
                                     static_cast<std::size_t>(chunk.end - chunk.first));
    }
  }

  template <class... Arguments>
  T& add(Arguments&&... arguments) {
    if (next_ == end_) grow();
    T* made = new (next_) T(std::forward<Arguments>(arguments)...);
    ++next_;
    ++size_;
    return *made;
  }
  std::size_t size() const { return size_; }

 private:
  struct Chunk {
    T* first = nullptr;
    T* end = nullptr;
  };

  void grow() {
    constexpr std::size_t kFirst = 8, kBytes = 16384;
    const std::size_t count = std::clamp(size_ / 4, kFirst, std::max(kFirst, kBytes / sizeof(T)));
    Chunk& chunk = chunks_.emplace_back();
    chunk.first = std::allocator<T>().allocate(count);
    chunk.end = chunk.first + count;
    next_ = chunk.first;
    end_ = chunk.end;
  }

  std::vector<Chunk> chunks_;
  T* next_ = nullptr;  // in the last one
  T* end_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace mmlint

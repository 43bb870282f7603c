#pragma once

#include <new>

#include "base/arena.h"

namespace mmlint {

struct NoMore {};

// A vector of one word, for types that are copied as bytes. It must lie in a block of an Arena,
// where its items are as well, behind their number and what `More` holds; so it has no destructor.
// All bits zero are an empty one, which has no `More`. Holds fewer than 2^32 items.
template <class T, class More = NoMore>
class ArenaVector {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= Arena::kAlignment);
  static_assert(std::is_trivially_copyable_v<More>);

 public:
  ArenaVector() = default;  // leaves its bits as they are
  ArenaVector(const ArenaVector&) = delete;
  ArenaVector& operator=(const ArenaVector&) = delete;

  std::size_t size() const { return items_ ? head()->size : 0; }
  bool empty() const { return size() == 0; }
  T* begin() { return items_; }
  T* end() { return items_ + size(); }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size(); }
  const T* data() const { return items_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  operator std::span<const T>() const { return {items_, size()}; }

  void push_back(T item) {
    const std::size_t count = size();
    if (count == capacity()) reserve(std::max<std::size_t>(4, count * 2));
    items_[count] = item;
    ++head()->size;
  }
  // Inserts items, which must not be of this vector, in front of the i-th one.
  void insert(std::size_t i, std::span<const T> more) {
    if (more.empty()) return;
    const std::size_t count = size();
    const std::size_t wanted = count + more.size();
    if (wanted > capacity()) reserve(std::max(wanted, count * 2));
    std::copy_backward(items_ + i, items_ + count, items_ + wanted);
    std::ranges::copy(more, items_ + i);
    head()->size = static_cast<std::uint32_t>(wanted);
  }
  void append(std::span<const T> more) { insert(size(), more); }
  void erase(std::size_t i) {
    std::copy(items_ + i + 1, items_ + size(), items_ + i);
    --head()->size;
  }
  // Puts items, which must not be of this vector, in the place of `count` ones from the i-th on.
  void replace(std::size_t i, std::size_t count, std::span<const T> more) {
    if (items_) {
      std::copy(items_ + i + count, items_ + size(), items_ + i);
      head()->size -= static_cast<std::uint32_t>(count);
    }
    insert(i, more);
  }
  void clear() {
    if (items_) head()->size = 0;
  }
  // Makes it these items, which must not be of this vector.
  void assign(std::span<const T> items) {
    clear();
    append(items);
  }
  void assign(std::initializer_list<T> items) { assign(std::span(items.begin(), items.size())); }
  // Makes room for so many items.
  void reserve(std::size_t wanted) {
    if (wanted <= capacity()) return;
    Arena& arena = Arena::of(this);
    Head* made = nullptr;
    if (items_ && arena.extend(head(), bytes_of(capacity()), bytes_of(wanted))) {
      made = head();
    } else {
      made = new (arena.allocate(bytes_of(wanted))) Head();
      if (items_) {
        *made = *head();
        std::copy(begin(), end(), reinterpret_cast<T*>(made + 1));
      }
    }
    made->capacity = static_cast<std::uint32_t>(wanted);
    items_ = reinterpret_cast<T*>(made + 1);
  }
  // Returns what stands beside the items; null for one for which nothing was ever reserved.
  More* more() const { return items_ ? head() : nullptr; }

 private:
  struct alignas(Arena::kAlignment) Head : More {
    std::uint32_t size = 0, capacity = 0;
  };

  static std::size_t bytes_of(std::size_t capacity) {
    const std::size_t bytes = sizeof(Head) + capacity * sizeof(T);
    return (bytes + Arena::kAlignment - 1) & ~(Arena::kAlignment - 1);
  }
  Head* head() const { return reinterpret_cast<Head*>(items_) - 1; }
  std::size_t capacity() const { return items_ ? head()->capacity : 0; }

  T* items_;
};

}  // namespace mmlint

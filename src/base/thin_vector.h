#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace mmlint {

// A vector that takes one word while it is empty or not, for types that are copied as bytes: its
// size and capacity stand in front of its items. Holds fewer than 2^32 of them.
template <class T>
class ThinVector {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);

 public:
  ThinVector() = default;
  ThinVector(const ThinVector& other) { copy(other); }
  ThinVector(ThinVector&& other) noexcept : items_(other.items_) { other.items_ = nullptr; }
  ThinVector& operator=(const ThinVector& other) {
    if (this != &other) {
      clear();
      copy(other);
    }
    return *this;
  }
  ThinVector& operator=(ThinVector&& other) noexcept {
    std::swap(items_, other.items_);
    return *this;
  }
  ~ThinVector() { release(); }

  std::size_t size() const { return items_ ? head()->size : 0; }
  bool empty() const { return size() == 0; }
  T* begin() { return items_; }
  T* end() { return items_ + size(); }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size(); }
  const T* data() const { return items_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }

  void push_back(T item) {
    const std::size_t count = size();
    if (count == capacity()) reserve(std::max<std::size_t>(4, count * 2));
    items_[count] = item;
    ++head()->size;
  }
  void erase(std::size_t i) {
    std::copy(items_ + i + 1, items_ + size(), items_ + i);
    --head()->size;
  }
  void clear() {
    if (items_) head()->size = 0;
  }
  // Makes it `count` items, all of them `item`.
  void assign(std::size_t count, T item) {
    if (count > capacity()) reserve(count);
    std::fill_n(items_, count, item);
    if (items_) head()->size = static_cast<std::uint32_t>(count);
  }

 private:
  struct alignas(8) Head {
    std::uint32_t size, capacity;
  };

  Head* head() const { return reinterpret_cast<Head*>(items_) - 1; }
  std::size_t capacity() const { return items_ ? head()->capacity : 0; }
  void reserve(std::size_t capacity) {
    Head* made = static_cast<Head*>(::operator new(sizeof(Head) + capacity * sizeof(T)));
    const std::size_t count = size();
    *made = {static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(capacity)};
    T* items = reinterpret_cast<T*>(made + 1);
    std::copy_n(items_, count, items);
    release();
    items_ = items;
  }
  void copy(const ThinVector& other) {
    if (other.empty()) return;
    if (other.size() > capacity()) reserve(other.size());
    std::copy_n(other.items_, other.size(), items_);
    head()->size = static_cast<std::uint32_t>(other.size());
  }
  void release() {
    if (items_) ::operator delete(head());
  }

  T* items_ = nullptr;
};

}  // namespace mmlint

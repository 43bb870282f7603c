#pragma once

#include "base/std.h"

namespace mmlint {

// A shared pointer for one thread: it counts its copies without atomic operations, which a walk
// would spend a tenth of its time on. Null if nothing was made.
template <class T>
class LocalPtr {
 public:
  LocalPtr() = default;
  // Makes the object that it points to.
  template <class... Parts>
  explicit LocalPtr(std::in_place_t, Parts&&... parts)
      : held_(new Held{T{std::forward<Parts>(parts)...}, 1}) {}
  LocalPtr(const LocalPtr& other) : held_(other.held_) {
    if (held_) ++held_->pointers;
  }
  LocalPtr(LocalPtr&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  LocalPtr& operator=(LocalPtr other) noexcept { return std::swap(held_, other.held_), *this; }
  ~LocalPtr() {
    if (held_ && --held_->pointers == 0) delete held_;
  }

  T* get() const { return held_ ? &held_->object : nullptr; }
  T& operator*() const { return held_->object; }
  T* operator->() const { return &held_->object; }
  explicit operator bool() const { return held_ != nullptr; }
  bool is_shared() const { return held_ && held_->pointers > 1; }
  friend bool operator==(const LocalPtr&, const LocalPtr&) = default;

 private:
  struct Held {
    T object;
    std::size_t pointers;
  };
  Held* held_ = nullptr;
};

}  // namespace mmlint

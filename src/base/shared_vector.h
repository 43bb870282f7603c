#pragma once

#include "base/std.h"

namespace mmlint {

// A vector whose copies share its items, so that a copy that then grows costs no more than what is
// appended, unless another copy has grown before it. Items stay where they are, whatever becomes of
// the other copies, until this one changes. A vector and its copies are for one thread.
template <class T>
class SharedVector {
 public:
  SharedVector() = default;
  SharedVector(std::initializer_list<T> items) { append(items); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* data() const { return items_ ? items_->data() : nullptr; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  const T& front() const { return data()[0]; }
  const T& back() const { return data()[size_ - 1]; }

  // Returns false if another copy has grown from the same items: to append here copies them all.
  bool grows_in_place() const { return !items_ || items_->size() == size_; }
  void push_back(T item) {
    grow(1);
    items_->push_back(std::move(item));
    ++size_;
  }
  void append(std::span<const T> more) {
    if (more.empty()) return;
    const auto kept = items_;  // `more` may be a part of it
    grow(more.size());
    size_ += more.size();
    items_->resize(size_);
    std::ranges::copy(more, items_->end() - static_cast<std::ptrdiff_t>(more.size()));
  }
  void clear() { *this = {}; }
  // Returns the items, which no copy shares any longer, to change them.
  std::span<T> own() {
    if (items_ && items_.use_count() > 1) renew(size_);
    return items_ ? std::span<T>(items_->data(), size_) : std::span<T>();
  }

 private:
  using Items = std::vector<T>;

  // Makes room for more items behind ours. The room of a vector is never made larger, which would
  // move what others see.
  void grow(std::size_t more) {
    const bool has_room = items_ && grows_in_place() && items_->capacity() - size_ >= more;
    if (!has_room) renew(std::max(size_ + more, 2 * size_));
  }
  void renew(std::size_t room) {
    auto items = std::make_shared<Items>();
    items->reserve(room);
    items->insert(items->end(), begin(), end());
    items_ = std::move(items);
  }

  std::shared_ptr<Items> items_;  // the first of them are ours, the others those of longer copies
  std::size_t size_ = 0;
};

}  // namespace mmlint

#pragma once

#include <mutex>

#include "base/pinned.h"

namespace mmlint {

// Keeps one node for each key until the process ends, for values that are copied and compared
// often: a copy is a pointer, and equal values have the same one. Thread-safe. A Node has a type
// Key, is made as Node(key, hash), and has `hash`, `is(key)` and a static `hash_of(key)`. The
// number of nodes must be bounded by whoever makes them, such as the steps of a walk.
template <class Node>
class InternTable : Pinned {
 public:
  using Key = typename Node::Key;

  // Returns the node of a key, which is made the first time. Valid until the process ends.
  static const Node* find(const Key& key) {
    static thread_local std::array<const Node*, kRecent> recent{};  // by hash
    const std::size_t hash = Node::hash_of(key);
    const Node*& known = recent[hash % kRecent];
    if (!known || known->hash != hash || !known->is(key)) known = shard(hash).get(key, hash);
    return known;
  }

 private:
  static constexpr std::size_t kRecent = 16384;
  static constexpr std::size_t kShards = 16;
  static constexpr unsigned kSlotBits = 20;  // the bits below choose the shard

  static InternTable& shard(std::size_t hash) {
    static auto& all = *new std::array<InternTable, kShards>;  // outlives every thread
    return all[(hash >> 16) % kShards];
  }

  const Node* get(const Key& key, std::size_t hash) {
    {
      const std::lock_guard lock(mutex_);
      if (const Node* known = slots_[slot_of(key, hash)]) return known;
    }
    auto made = std::make_unique<const Node>(key, hash);  // may ask for other nodes
    const std::lock_guard lock(mutex_);
    const Node*& slot = slots_[slot_of(key, hash)];
    if (slot) return slot;
    const Node* added = slot = made.release();
    if (2 * ++size_ > slots_.size()) grow();
    return added;
  }

  // Returns the index of the node of a key, or of the empty slot where it belongs.
  std::size_t slot_of(const Key& key, std::size_t hash) const {
    std::size_t at = (hash >> kSlotBits) % slots_.size();
    while (slots_[at] && (slots_[at]->hash != hash || !slots_[at]->is(key)))
      at = (at + 1) % slots_.size();
    return at;
  }

  void grow() {
    std::vector<const Node*> old(2 * slots_.size());
    old.swap(slots_);
    for (const Node* node : old) {
      if (!node) continue;
      std::size_t at = (node->hash >> kSlotBits) % slots_.size();
      while (slots_[at]) at = (at + 1) % slots_.size();
      slots_[at] = node;
    }
  }

  std::mutex mutex_;
  std::vector<const Node*> slots_ = std::vector<const Node*>(64);  // null: empty; half at most full
  std::size_t size_ = 0;                                           // nodes
};

}  // namespace mmlint

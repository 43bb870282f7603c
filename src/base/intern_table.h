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

  struct Wanted {
    const Key& key;
    std::size_t hash;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const std::unique_ptr<Node>& node) const { return node->hash; }
    std::size_t operator()(const Wanted& wanted) const { return wanted.hash; }
  };
  struct Equal {
    using is_transparent = void;
    using Made = std::unique_ptr<Node>;
    bool operator()(const Made& a, const Made& b) const { return a == b; }
    bool operator()(const Wanted& a, const Made& b) const { return b->is(a.key); }
    bool operator()(const Made& a, const Wanted& b) const { return a->is(b.key); }
  };

  static InternTable& shard(std::size_t hash) {
    static auto& all = *new std::array<InternTable, kShards>;  // outlives every thread
    return all[(hash >> 16) % kShards];
  }

  const Node* get(const Key& key, std::size_t hash) {
    {
      const std::lock_guard lock(mutex_);
      const auto known = nodes_.find(Wanted{key, hash});
      if (known != nodes_.end()) return known->get();
    }
    auto made = std::make_unique<Node>(key, hash);  // may ask for other nodes
    const std::lock_guard lock(mutex_);
    const auto known = nodes_.find(Wanted{key, hash});
    return known != nodes_.end() ? known->get() : nodes_.insert(std::move(made)).first->get();
  }

  std::mutex mutex_;
  std::unordered_set<std::unique_ptr<Node>, Hash, Equal> nodes_;
};

}  // namespace mmlint

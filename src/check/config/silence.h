#pragma once

#include <shared_mutex>

#include "base/pinned.h"

namespace mmlint::check {

// Caches values in which rules find nothing, since derived configs share most values with their
// bases. Thread-safe.
class Silence : Pinned {
 public:
  // Everything that a rule's findings in a config depend on: the rule, facts, and its values. The
  // values must outlive this object, and not change.
  using Grounds = std::vector<std::uintptr_t>;

  bool has(const Grounds& grounds) const {
    const std::shared_lock lock(mutex_);
    return known_.contains(grounds);
  }
  void add(const Grounds& grounds) {
    const std::lock_guard lock(mutex_);
    known_.insert(grounds);
  }

 private:
  struct Hash {
    std::size_t operator()(const Grounds& grounds) const {
      std::uint64_t out = 0;
      for (const std::uintptr_t each : grounds) out = (out ^ each) * 0x9E3779B97F4A7C15u;
      return out ^ out >> 32;
    }
  };

  mutable std::shared_mutex mutex_;
  std::unordered_set<Grounds, Hash> known_;
};

}  // namespace mmlint::check

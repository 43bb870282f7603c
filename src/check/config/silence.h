#pragma once

#include <shared_mutex>

#include "base/pinned.h"

namespace mmlint::check {

// Remembers in what rules find nothing: heirs share most values with their bases. Safe for several
// threads.
class Silence : Pinned {
 public:
  // All that decides what a rule finds in a config: the rule, facts, and where its values are. The
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

#pragma once

#include "base/pinned.h"

namespace mmlint::check {

// Caches values in which rules find nothing, since derived configs share most values with their
// bases. For one thread at a time.
class Silence : Pinned {
 public:
  // Everything that a rule's findings in a config depend on: the rule, facts, and its values. The
  // values must outlive this object, and not change.
  using Grounds = std::vector<std::uintptr_t>;

  bool has(const Grounds& grounds) const { return known_.contains(grounds); }
  void add(const Grounds& grounds) { known_.insert(grounds); }

 private:
  struct Hash {
    std::size_t operator()(const Grounds& grounds) const {
      std::uint64_t out = 0;
      for (const std::uintptr_t each : grounds) out = (out ^ each) * 0x9E3779B97F4A7C15u;
      return out ^ out >> 32;
    }
  };

  std::unordered_set<Grounds, Hash> known_;
};

}  // namespace mmlint::check

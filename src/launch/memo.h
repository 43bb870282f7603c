#pragma once

#include "base/pinned.h"

namespace mmlint::launch {

// Results of functions of one object, each computed when it is first asked for. Several threads may
// ask. One at a time computes of all memos with the same `computing`, since results are made of
// each other and of the workspace, which is for one thread; a result that is there is returned at
// once.
class Memo : Pinned {
 public:
  explicit Memo(std::recursive_mutex& computing) : computing_(computing) {}

  // Returns kFact(owner), which belongs to the memo. `owner` must always be the same.
  template <auto kFact, class Owner>
  const auto& of(const Owner& owner) {
    using Result = std::invoke_result_t<decltype(kFact), const Owner&>;
    static const char kKey = 0;
    const void* known = find(&kKey);
    if (!known) {
      const std::lock_guard lock(computing_);
      known = find(&kKey);  // another thread may have computed it meanwhile
      if (!known) known = keep(&kKey, std::make_shared<const Result>(kFact(owner)));
    }
    return *static_cast<const Result*>(known);
  }

  // Forgets all results, which must not be in use.
  void forget() {
    const std::lock_guard lock(mutex_);
    results_.clear();
  }

 private:
  const void* find(const void* key) {
    const std::lock_guard lock(mutex_);
    const auto known = results_.find(key);
    return known == results_.end() ? nullptr : known->second.get();
  }
  const void* keep(const void* key, std::shared_ptr<const void> result) {
    const std::lock_guard lock(mutex_);
    return results_.try_emplace(key, std::move(result)).first->second.get();
  }

  std::recursive_mutex& computing_;
  std::mutex mutex_;                                            // guards the results
  std::map<const void*, std::shared_ptr<const void>> results_;  // by the function
};

}  // namespace mmlint::launch

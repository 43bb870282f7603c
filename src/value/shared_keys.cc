#include "value/shared_keys.h"

#include <array>
#include <cstddef>
#include <mutex>
#include <unordered_map>

#include "base/source.h"
#include "value/pool.h"

namespace mmlint {
namespace {

constexpr std::size_t kLongest = 64;    // bytes
constexpr std::size_t kMost = 100'000;  // names

class SharedKeys {
 public:
  static SharedKeys& all() {
    static SharedKeys& all = *new SharedKeys;  // outlives every thread
    return all;
  }

  Value* get(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto known = keys_.find(name);
    if (known != keys_.end()) return known->second;
    if (keys_.size() == kMost) return nullptr;
    Value* key = pool_.string(pool_.keep(name));
    freeze(*key);
    keys_.emplace(key->text(), key);
    return key;
  }

 private:
  std::mutex mutex_;
  Pool pool_;
  std::unordered_map<std::string_view, Value*> keys_;
};

}  // namespace

Value* shared_key(std::string_view name) {
  constexpr std::size_t kRecent = 4096;
  static thread_local std::array<Value*, kRecent> recent{};  // what the thread asked for, by hash
  if (name.empty() || name.size() > kLongest) return nullptr;
  Value*& known = recent[content_hash(name) % kRecent];
  if (known && known->text() == name) return known;
  Value* key = SharedKeys::all().get(name);
  if (key) known = key;
  return key;
}

}  // namespace mmlint

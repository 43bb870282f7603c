#include "value/shared_keys.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <unordered_map>

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

template <class Word>
std::uint64_t word_at(const char* text) {
  Word word;
  std::memcpy(&word, text, sizeof word);
  return word;
}

// A hash of the first and the last bytes, which tell most names apart, in its highest bits.
std::uint64_t hash_of_ends(std::string_view name) {
  const char* const begin = name.data();
  const char* const end = begin + name.size();
  const auto of = [&](auto word) {
    using Word = decltype(word);
    return word_at<Word>(begin) * 0x9E3779B97F4A7C15u + word_at<Word>(end - sizeof(Word));
  };
  const std::uint64_t ends = name.size() >= 8   ? of(std::uint64_t())
                             : name.size() >= 4 ? of(std::uint32_t())
                                                : of(std::uint8_t()) + (name.size() << 8);
  return (ends + name.size()) * 0xC2B2AE3D27D4EB4Fu;
}

}  // namespace

Value* shared_key(std::string_view name) {
  constexpr unsigned kBits = 12;
  // What the thread asked for, by hash.
  static thread_local std::array<Value*, std::size_t{1} << kBits> recent{};
  if (name.empty() || name.size() > kLongest) return nullptr;
  Value*& known = recent[hash_of_ends(name) >> (64 - kBits)];
  if (known && known->text() == name) return known;
  Value* key = SharedKeys::all().get(name);
  if (key) known = key;
  return key;
}

}  // namespace mmlint

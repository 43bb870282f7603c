#include "value/dict.h"

#include <bit>

#include "base/source.h"
#include "value/value.h"

namespace mmlint {
namespace {

constexpr std::size_t kIndexFrom = 12;  // smaller dicts are searched from front to back

}  // namespace

void Dict::build_index() {
  index_.assign(4 * std::bit_ceil(entries_.size()), 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) add_to_index(i);
}

void Dict::add_to_index(std::size_t i) {
  const std::size_t last = index_.size() - 1;
  std::size_t at = hash(*entries_[i].key) & last;
  while (index_[at] != 0) at = (at + 1) & last;
  index_[at] = static_cast<std::uint32_t>(i + 1);
}

template <class Is>
std::size_t Dict::search(std::size_t hash, Is is) const {
  const std::size_t last = index_.size() - 1;
  for (std::size_t at = hash & last; index_[at] != 0; at = (at + 1) & last) {
    if (is(*entries_[index_[at] - 1].key)) return index_[at] - 1;
  }
  return entries_.size();
}

std::size_t Dict::index_of(const Value& key) const {
  if (index_.empty()) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Value& candidate = *entries_[i].key;
      if (candidate.kind == Value::Kind::kString && key.kind == Value::Kind::kString
              ? candidate.text == key.text
              : equal(candidate, key)) {
        return i;
      }
    }
    return entries_.size();
  }
  return search(hash(key), [&key](const Value& candidate) { return equal(candidate, key); });
}

const Entry* Dict::find(const Value& key) const {
  const std::size_t i = index_of(key);
  return i < entries_.size() ? &entries_[i] : nullptr;
}

const Entry* Dict::find(std::string_view key) const {
  if (index_.empty()) {
    for (const Entry& entry : entries_) {
      if (entry.key->kind == Value::Kind::kString && entry.key->text == key) return &entry;
    }
    return nullptr;
  }
  const std::size_t i =
      search(content_hash(key), [key](const Value& candidate) { return candidate.is_string(key); });
  return i < entries_.size() ? &entries_[i] : nullptr;
}

Value* Dict::get(std::string_view key) const {
  const Entry* entry = find(key);
  return entry ? entry->value : nullptr;
}

void Dict::set(Value* key, Value* value, const Origin* origin) {
  const std::size_t i = index_of(*key);
  if (i < entries_.size()) {
    entries_[i].value = value;
    entries_[i].origin = origin;
    return;
  }
  add(key, value, origin);
}

void Dict::add(Value* key, Value* value, const Origin* origin) {
  entries_.push_back({key, value, origin});
  if (2 * entries_.size() <= index_.size()) {
    add_to_index(entries_.size() - 1);
  } else if (entries_.size() >= kIndexFrom) {
    build_index();
  }
}

bool Dict::erase(const Value& key) {
  const std::size_t i = index_of(key);
  if (i == entries_.size()) return false;
  entries_.erase(i);
  index_.clear();
  if (entries_.size() >= kIndexFrom) build_index();
  return true;
}

void Dict::clear() {
  entries_.clear();
  index_.clear();
}

}  // namespace mmlint

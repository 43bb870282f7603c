#include "value/dict.h"

#include <algorithm>
#include <bit>

#include "base/source.h"
#include "value/value.h"

namespace mmlint {
namespace {

constexpr std::size_t kIndexFrom = 12;  // smaller dicts are searched from front to back

}  // namespace

void Dict::Index::add(const Value& key, std::size_t i) {
  const std::size_t last = size - 1;
  std::size_t at = hash(key) & last;
  while (places[at] != 0) at = (at + 1) & last;
  places[at] = static_cast<std::uint32_t>(i + 1);
}

Dict::Index& Dict::index_of_size(std::size_t size) {
  Index& index = *entries_.more();
  if (size > index.capacity) {
    index.capacity = static_cast<std::uint32_t>(size);
    index.places =
        static_cast<std::uint32_t*>(Arena::of(this).allocate(size * sizeof(std::uint32_t)));
  }
  index.size = static_cast<std::uint32_t>(size);
  return index;
}

void Dict::build_index() {
  Index& index = index_of_size(4 * std::bit_ceil(entries_.size()));
  std::fill_n(index.places, index.size, 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) index.add(*entries_[i].key, i);
}

template <class Is>
std::size_t Dict::search(const Index& index, std::size_t hash, Is is) const {
  const std::size_t last = index.size - 1;
  for (std::size_t at = hash & last; index.places[at] != 0; at = (at + 1) & last) {
    if (is(*entries_[index.places[at] - 1].key)) return index.places[at] - 1;
  }
  return entries_.size();
}

std::size_t Dict::index_of(const Value& key) const {
  const Index* index = this->index();
  if (!index) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Value& candidate = *entries_[i].key;
      if (candidate.kind == Value::Kind::kString && key.kind == Value::Kind::kString
              ? candidate.text() == key.text()
              : equal(candidate, key)) {
        return i;
      }
    }
    return entries_.size();
  }
  return search(*index, hash(key),
                [&key](const Value& candidate) { return equal(candidate, key); });
}

const Entry* Dict::find(const Value& key) const {
  const std::size_t i = index_of(key);
  return i < entries_.size() ? &entries_[i] : nullptr;
}

const Entry* Dict::find(std::string_view key) const {
  const Index* index = this->index();
  if (!index) {
    for (const Entry& entry : entries_) {
      if (entry.key->is_string(key)) return &entry;
    }
    return nullptr;
  }
  const std::size_t i = search(*index, content_hash(key),
                               [key](const Value& candidate) { return candidate.is_string(key); });
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
  const std::size_t count = entries_.size();
  Index& index = *entries_.more();
  if (2 * count <= index.size) {
    index.add(*key, count - 1);
  } else if (count >= kIndexFrom) {
    build_index();
  }
}

bool Dict::erase(const Value& key) {
  const std::size_t i = index_of(key);
  if (i == entries_.size()) return false;
  entries_.erase(i);
  if (Index* index = entries_.more()) index->size = 0;
  if (entries_.size() >= kIndexFrom) build_index();
  return true;
}

void Dict::clear() {
  entries_.clear();
  if (Index* index = entries_.more()) index->size = 0;
}

void Dict::copy(const Dict& other) {
  entries_.assign(other.entries());
  if (const Index* known = other.index())
    std::copy_n(known->places, known->size, index_of_size(known->size).places);
}

}  // namespace mmlint

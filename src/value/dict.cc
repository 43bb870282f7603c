#include "value/dict.h"

#include <bit>
#include <new>

#include "base/source.h"
#include "value/value.h"

namespace mmlint {
namespace {

constexpr std::size_t kIndexFrom = 12;  // smaller dicts are searched from front to back

}  // namespace

// The table follows behind it. A place takes a byte in all but the largest: each config has some
// tables, and looks at few of their places.
struct Dict::Index {
  std::uint32_t size = 0;      // of the table, a power of two; 0: it says nothing
  std::uint32_t capacity = 0;  // bytes

  static constexpr std::uint32_t kBytes = 256;  // the largest table whose places are bytes
  static std::size_t bytes_of(std::size_t size) {
    return size <= kBytes ? size : size * sizeof(std::uint32_t);
  }
  void* table() { return this + 1; }
  const void* table() const { return this + 1; }
  // Calls `work` with the places.
  template <class Work>
  auto with_places(Work work) {
    return size <= kBytes ? work(static_cast<std::uint8_t*>(table()))
                          : work(static_cast<std::uint32_t*>(table()));
  }
  void clear() { std::memset(table(), 0, bytes_of(size)); }
  // The table is at most half full, so that one of bytes has at most 128 entries.
  void add(const Value& key, std::size_t i) {
    with_places([&](auto* places) {
      const std::size_t last = size - 1;
      std::size_t at = hash(key) & last;
      while (places[at] != 0) at = (at + 1) & last;
      places[at] = static_cast<std::remove_pointer_t<decltype(places)>>(i + 1);
    });
  }
};

Dict::Index* Dict::index() const {
  const Head* head = entries_.more();
  return head && head->index && head->index->size != 0 ? head->index : nullptr;
}

void Dict::forget_index() {
  Head* head = entries_.more();
  if (head && head->index) head->index->size = 0;
}

Dict::Index& Dict::index_of_size(std::size_t size) {
  Index*& index = entries_.more()->index;
  const std::size_t bytes = Index::bytes_of(size);
  if (!index || bytes > index->capacity) {
    index = new (Arena::of(this).allocate(sizeof(Index) + bytes)) Index();
    index->capacity = static_cast<std::uint32_t>(bytes);
  }
  index->size = static_cast<std::uint32_t>(size);
  return *index;
}

void Dict::build_index() {
  Index& index = index_of_size(4 * std::bit_ceil(entries_.size()));
  index.clear();
  for (std::size_t i = 0; i < entries_.size(); ++i) index.add(*entries_[i].key, i);
}

template <class Is>
std::size_t Dict::search(Index& index, std::size_t hash, Is is) const {
  return index.with_places([&](const auto* places) -> std::size_t {
    const std::size_t last = index.size - 1;
    for (std::size_t at = hash & last; places[at] != 0; at = (at + 1) & last) {
      if (is(*entries_[places[at] - 1u].key)) return places[at] - 1u;
    }
    return entries_.size();
  });
}

std::size_t Dict::index_of(const Value& key) const {
  Index* index = this->index();
  if (!index) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Value& candidate = *entries_[i].key;
      if (&candidate == &key) return i;
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
  Index* index = this->index();
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
  Index* index = entries_.more()->index;
  if (index && 2 * count <= index->size) {
    index->add(*key, count - 1);
  } else if (count >= kIndexFrom) {
    build_index();
  }
}

bool Dict::erase(const Value& key) {
  const std::size_t i = index_of(key);
  if (i == entries_.size()) return false;
  entries_.erase(i);
  forget_index();
  if (entries_.size() >= kIndexFrom) build_index();
  return true;
}

void Dict::clear() {
  entries_.clear();
  forget_index();
}

void Dict::copy(const Dict& other) {
  entries_.assign(other.entries());
  if (const Index* known = other.index())
    std::memcpy(index_of_size(known->size).table(), known->table(), Index::bytes_of(known->size));
}

}  // namespace mmlint

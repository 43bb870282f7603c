#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/arena_vector.h"

namespace mmlint {

class Origin;
struct Value;

// One entry of a dict: key, value, and the place that set it.
struct Entry {
  Value* key;
  Value* value;
  const Origin* origin;  // never null
};

// An insertion-ordered dict with Python's key equality. It lies in an Arena, as part of a Value.
class Dict {
 public:
  std::span<const Entry> entries() const { return entries_; }
  std::size_t size() const { return entries_.size(); }
  const Entry* find(const Value& key) const;
  const Entry* find(std::string_view key) const;
  Value* get(std::string_view key) const;  // null if there is none
  // Sets a key; one that is there keeps its position. add() is for one that surely is not there.
  void set(Value* key, Value* value, const Origin* origin);
  void add(Value* key, Value* value, const Origin* origin);
  bool erase(const Value& key);
  void clear();
  void reserve(std::size_t count) { entries_.reserve(count); }
  // Makes this empty dict a copy of another one.
  void copy(const Dict& other);
  // Returns the entry at a position, whose value and origin may be changed.
  Entry& at(std::size_t i) { return entries_[i]; }

 private:
  // Of large dicts: positions plus one, open addressing by hash; 0: none.
  struct Index {
    std::uint32_t* places = nullptr;
    std::uint32_t size = 0;  // 0: no index; else a power of two
    std::uint32_t capacity = 0;
    void add(const Value& key, std::size_t i);
  };

  std::size_t index_of(const Value& key) const;  // entries_.size() if there is none
  void build_index();
  Index& index_of_size(std::size_t size);  // whose places are anything; there must be entries
  // Returns the first position from the place of a hash on for whose key `is` holds.
  template <class Is>
  std::size_t search(const Index& index, std::size_t hash, Is is) const;
  // Returns null for a small dict.
  Index* index() const {
    Index* index = entries_.more();
    return index && index->size != 0 ? index : nullptr;
  }

  ArenaVector<Entry, Index> entries_;
};

}  // namespace mmlint

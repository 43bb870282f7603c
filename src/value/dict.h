#pragma once

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
  // Of large dicts: a table of positions plus one, with open addressing by hash; 0: none.
  struct Index;
  struct Head {
    Index* index = nullptr;  // null: there never was one
  };

  std::size_t index_of(const Value& key) const;  // entries_.size() if there is none
  void build_index();
  void forget_index();
  Index& index_of_size(std::size_t size);  // whose places are anything; there must be entries
  Index* index() const;                    // null for a small dict
  // Returns the first position from the place of a hash on for whose key `is` holds.
  template <class Is>
  std::size_t search(Index& index, std::size_t hash, Is is) const;

  ArenaVector<Entry, Head> entries_;
};

}  // namespace mmlint

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/thin_vector.h"

namespace mmlint {

struct Origin;
struct Value;

// One entry of a dict: key, value, and the place that set it.
struct Entry {
  Value* key;
  Value* value;
  const Origin* origin;  // never null
};

// An insertion-ordered dict with Python's key equality.
class Dict {
 public:
  const ThinVector<Entry>& entries() const { return entries_; }
  std::size_t size() const { return entries_.size(); }
  const Entry* find(const Value& key) const;
  const Entry* find(std::string_view key) const;
  Value* get(std::string_view key) const;  // null if there is none
  // Sets a key; one that is there keeps its position. add() is for one that surely is not there.
  void set(Value* key, Value* value, const Origin* origin);
  void add(Value* key, Value* value, const Origin* origin);
  bool erase(const Value& key);
  void clear();
  // Returns the entry at a position, whose value and origin may be changed.
  Entry& at(std::size_t i) { return entries_[i]; }

 private:
  std::size_t index_of(const Value& key) const;  // entries_.size() if there is none
  void build_index();
  void add_to_index(std::size_t i);
  // Returns the first position from the place of a hash on for whose key `is` holds.
  template <class Is>
  std::size_t search(std::size_t hash, Is is) const;
  ThinVector<Entry> entries_;
  // Of large dicts: positions plus one, open addressing by hash; 0: none. A power of two in size.
  ThinVector<std::uint32_t> index_;
};

}  // namespace mmlint

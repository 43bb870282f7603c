#pragma once

#include "base/persistent_map.h"

namespace mmlint {

// Adds the entries of another map to a map. `both(ours, theirs)` gives the value of a key that both
// have. The time grows with the smaller map, and the result shares the entries of the larger one.
template <class Value>
void merge_maps(PersistentMap<Value>& map, PersistentMap<Value> other, const auto& both) {
  const bool swaps = map.size() < other.size();
  if (swaps) std::swap(map, other);
  for (const auto& [key, value] : other) {
    const Value* const old = map.find(key);
    Value made = !old ? value : swaps ? both(value, *old) : both(*old, value);
    if (!old || !(made == *old)) map.set(key, std::move(made));
  }
}

}  // namespace mmlint

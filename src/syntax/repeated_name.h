#pragma once

#include "base/std.h"

namespace mmlint::syntax {

// Returns the first item that has the same `name` as an earlier item; null if all names differ.
// Items with an empty name are ignored.
template <class T>
const T* first_repeated(std::span<const T> items) {
  constexpr std::size_t kFew = 16;
  if (items.size() <= kFew) {  // faster than a set
    for (const T* each = items.data(); each != items.data() + items.size(); ++each) {
      const auto same = [&](const T& other) { return other.name == each->name; };
      if (!each->name.empty() && std::any_of(items.data(), each, same)) return each;
    }
    return nullptr;
  }
  std::unordered_set<std::string_view> names;
  for (const T& each : items) {
    if (!each.name.empty() && !names.insert(each.name).second) return &each;
  }
  return nullptr;
}

}  // namespace mmlint::syntax

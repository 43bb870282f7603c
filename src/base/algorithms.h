#pragma once

#include "base/std.h"

namespace mmlint {

// Return true if one of some values equals the first one.
template <class Value, class Values>
bool is_in(const Value& value, const Values& values) {
  return std::find(std::begin(values), std::end(values), value) != std::end(values);
}
inline bool is_in(std::string_view value, std::initializer_list<std::string_view> values) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace mmlint

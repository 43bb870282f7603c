#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "value/key_path.h"

namespace mmlint {

// Remembers the values below which no key path matches a pattern, for a config that is asked again
// when a part of it has changed. Refers to values and patterns, which must live as long and keep
// what they are. For one thread.
class Unmatched {
 public:
  bool contains(const Value& value, std::string_view rest) const {
    return known_.contains({&value, rest.data()});
  }
  void add(const Value& value, std::string_view rest) { known_.insert({&value, rest.data()}); }

 private:
  struct Place {
    const Value* value;
    const char* rest;  // of the pattern, from the part that the value's keys have to match
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct Hash {
    std::size_t operator()(const Place& place) const {
      return std::hash<const void*>()(place.value) * 31 + std::hash<const void*>()(place.rest);
    }
  };
  std::unordered_set<Place, Hash> known_;
};

// for_each_match() that does not look below what is remembered, and remembers more.
void for_each_match(const Value& root, std::string_view pattern, Unmatched* unmatched,
                    const std::function<void(const std::string& key, const FoundValue&)>& visit);

}  // namespace mmlint

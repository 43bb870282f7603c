#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/match.h"

// Which names a rule about scripts means. In its patterns "*.x" is the end of a name, "x.*" its
// beginning, "*()*" anything in it.
namespace mmlint::check {

// Returns true if one of the patterns fits the name.
bool fits_one(std::string_view name, const std::vector<std::string>& patterns);

// Returns true if a fact is about what has this name: it is named and not excepted.
bool is_named(std::string_view name, const catalog::ScriptFact& fact);

// Tells what is_named() does, quickly of most names: no pattern ends with their last letter.
class Named {
 public:
  // The fact must outlive it.
  explicit Named(const catalog::ScriptFact& fact);
  bool operator()(std::string_view name) const {
    return (ends_['*'] || ends_[last_of(name)]) && is_named(name, fact_);
  }

 private:
  static std::size_t last_of(std::string_view text) {
    return static_cast<unsigned char>(text.empty() ? '*' : text.back());
  }
  void add(const catalog::Literal& one);

  const catalog::ScriptFact& fact_;
  std::bitset<256> ends_;
};

}  // namespace mmlint::check

#pragma once

#include "catalog/match.h"

// Which names a rule about scripts means. In its patterns "*.x" is the end of a name, "x.*" its
// beginning, "*()*" anything in it.
namespace mmlint::check {

// Returns true if one of the patterns fits the name.
bool fits_one(std::string_view name, const std::vector<std::string>& patterns);

// Returns true if a fact is about what has this name: it is named and not excepted.
bool is_named(std::string_view name, const catalog::ScriptFact& fact);

// Tells what is_named() does, quickly of most names: no pattern begins or ends with their letters.
class Named {
 public:
  // The fact must outlive it.
  explicit Named(const catalog::ScriptFact& fact);
  bool operator()(std::string_view name) const {
    return (any_ || ends_[end_of(name)] || begins_[first_of(name)]) && is_named(name, fact_);
  }

 private:
  static std::size_t first_of(std::string_view text) {
    return static_cast<unsigned char>(text.empty() ? '*' : text.front());
  }
  // Of the last two letters.
  static std::size_t end_of(std::string_view text) {
    const auto last = static_cast<unsigned char>(text.empty() ? '*' : text.back());
    const auto other = static_cast<unsigned char>(text.size() < 2 ? '*' : text[text.size() - 2]);
    return (other * 31U + last) % kEnds;
  }
  void add(const catalog::Literal& one);

  static constexpr std::size_t kEnds = 1024;
  const catalog::ScriptFact& fact_;
  std::bitset<256> begins_;  // of patterns "x.*", by their first letter
  std::bitset<kEnds> ends_;  // of those that do not end with '*'
  bool any_ = false;         // whether a pattern may fit whatever begins and ends a name
};

}  // namespace mmlint::check

#pragma once

#include "base/span.h"

namespace mmlint::script {

// The allocation sites of an object: the calls that may have made it, and the turns of loops in
// which they did. Two values can be the same object only if they share a site and a turn. A pointer
// to the lists, of which the process keeps one copy.
class Sites {
 public:
  Sites() = default;  // not known
  // The object that the call at this location makes. `turn`: the number of the turn, of a loop of
  // which the walk tells the turns apart; 0 outside of such loops.
  explicit Sites(Span call, int turn = 0);

  bool known() const { return node_ != nullptr; }
  // Returns the calls, sorted; none if they are not known. Valid until the process ends.
  std::span<const Span> calls() const;
  // Returns the call if it is the only one; else null. Valid until the process ends.
  const Span* only() const;
  // May: the call has made the object. False if the calls are not known.
  bool has(Span call) const;
  // Returns true if the object was made in certain turns of loops.
  bool has_turns() const;
  // May: both are the same object.
  bool may_be(const Sites& other) const;
  // Returns the objects among these that were made in the turns of another one, such as the sampler
  // of a loader that is made in the same turn; all of them if there are none.
  Sites in_turns_of(const Sites& other) const;
  // Returns the union, for a value that is one object or the other. Not known if either is not
  // known, or if there are more than kMost sites.
  friend Sites either(const Sites& a, const Sites& b);
  friend bool operator==(const Sites& a, const Sites& b) = default;

 private:
  static constexpr std::size_t kMost = 8;
  struct Node;
  Sites(std::span<const Span> calls, std::span<const int> turns);  // sorted; turns: none if unknown
  const Node* node_ = nullptr;                                     // null: not known
};

}  // namespace mmlint::script

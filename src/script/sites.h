#pragma once

#include "base/span.h"

namespace mmlint::script {

// The allocation sites of an object: the calls that may have made it. Two values can be the same
// object only if they share a site. Copies share the list.
class Sites {
 public:
  Sites() = default;  // not known
  // The object that the call at this location makes.
  explicit Sites(Span call);

  bool known() const { return calls_ != nullptr; }
  // Returns the calls, sorted; none if they are not known. Valid as long as the object.
  std::span<const Span> calls() const;
  // Returns the call if it is the only one; else null. Valid as long as the object.
  const Span* only() const;
  // May: the call has made the object. False if the calls are not known.
  bool has(Span call) const;
  // Returns the union, for a value that is one object or the other. Not known if either is not
  // known, or if there are more than kMost sites.
  friend Sites either(const Sites& a, const Sites& b);
  friend bool operator==(const Sites& a, const Sites& b);

 private:
  static constexpr std::size_t kMost = 8;
  std::shared_ptr<const std::vector<Span>> calls_;  // null: not known
};

}  // namespace mmlint::script

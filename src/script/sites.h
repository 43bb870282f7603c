#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/span.h"

namespace mmlint::script {

// The calls that may have made an object, which tell the objects of a program apart: two values are
// one object only if they share a call. Copies share the list.
class Sites {
 public:
  Sites() = default;  // not known
  // Of what the call at that place makes.
  explicit Sites(Span call);

  bool known() const { return calls_ != nullptr; }
  // Returns the calls, sorted; none if they are not known. Valid as long as the object.
  std::span<const Span> calls() const;
  // Returns the call if it is the only one; else null. Valid as long as the object.
  const Span* only() const;
  // May: the call has made the object. False if the calls are not known.
  bool has(Span call) const;
  // Returns the sites of what is one object or the other; not known if those of one are not, or if
  // there are too many.
  friend Sites either(const Sites& a, const Sites& b);
  friend bool operator==(const Sites& a, const Sites& b);

 private:
  static constexpr std::size_t kMost = 8;
  std::shared_ptr<const std::vector<Span>> calls_;  // null: not known
};

}  // namespace mmlint::script

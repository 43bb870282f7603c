#pragma once

#include "base/std.h"

namespace mmlint::syntax {

// Maps offsets of an expanded text back to the file it was made from; see templates.h.
struct OffsetMap {
  struct Segment {
    std::uint32_t expanded;  // offset in the expanded text where the segment begins
    std::uint32_t source;    // offset in the file
    bool copied;  // false: text put in for a template; all of it maps to the template's begin
  };
  std::vector<Segment> segments;  // by expanded; empty: the text is the file itself
  // Returns the offset in the file of an offset in the expanded text.
  std::uint32_t to_source(std::uint32_t expanded) const;
  // Removes the first bytes of the expanded text from the map.
  void skip(std::uint32_t bytes);
};

}  // namespace mmlint::syntax

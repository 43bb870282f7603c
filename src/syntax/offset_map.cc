#include "syntax/offset_map.h"

namespace mmlint::syntax {

std::uint32_t OffsetMap::to_source(std::uint32_t expanded) const {
  auto next = std::upper_bound(
      segments.begin(), segments.end(), expanded,
      [](std::uint32_t at, const Segment& segment) { return at < segment.expanded; });
  if (next == segments.begin()) return expanded;
  const Segment& segment = *std::prev(next);
  return segment.copied ? segment.source + (expanded - segment.expanded) : segment.source;
}

void OffsetMap::skip(std::uint32_t bytes) {
  for (Segment& segment : segments) {
    if (segment.expanded >= bytes) {
      segment.expanded -= bytes;
    } else {
      if (segment.copied) segment.source += bytes - segment.expanded;
      segment.expanded = 0;
    }
  }
}

}  // namespace mmlint::syntax

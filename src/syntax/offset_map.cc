#include <algorithm>

#include "syntax/document.h"

namespace mmlint::syntax {

std::uint32_t OffsetMap::to_source(std::uint32_t expanded) const {
  auto next =
      std::upper_bound(pieces.begin(), pieces.end(), expanded,
                       [](std::uint32_t at, const Piece& piece) { return at < piece.expanded; });
  if (next == pieces.begin()) return expanded;
  const Piece& piece = *std::prev(next);
  return piece.copied ? piece.source + (expanded - piece.expanded) : piece.source;
}

void OffsetMap::skip(std::uint32_t bytes) {
  for (Piece& piece : pieces) {
    if (piece.expanded >= bytes) {
      piece.expanded -= bytes;
    } else {
      if (piece.copied) piece.source += bytes - piece.expanded;
      piece.expanded = 0;
    }
  }
}

}  // namespace mmlint::syntax

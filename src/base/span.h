#pragma once

#include "base/std.h"

namespace mmlint {

// Index of a Source in its SourceStore.
enum class FileId : std::uint32_t { kNone = 0xffffffff };

// A half-open range of bytes in one source, counted from the first byte of the file (a BOM counts).
// Lines and columns are computed when something is printed (LineIndex).
struct Span {
  FileId file = FileId::kNone;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool known() const { return file != FileId::kNone; }
  std::uint32_t length() const { return end - begin; }
  bool contains(const Span& other) const {
    return file == other.file && begin <= other.begin && other.end <= end;
  }
  friend auto operator<=>(const Span&, const Span&) = default;
};
static_assert(sizeof(Span) == 12);

}  // namespace mmlint

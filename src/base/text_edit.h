#pragma once

#include "base/result.h"
#include "base/span.h"

namespace mmlint {

// Replaces the bytes of a span by others; an empty span is an insertion.
struct TextEdit {
  Span span;
  std::string replacement;
  friend bool operator==(const TextEdit&, const TextEdit&) = default;
};

// Returns the edit that inserts a text at an offset of a file.
TextEdit insertion(FileId file, std::uint32_t at, std::string text);

// A file that an edit creates. Nothing may stand at its path yet.
struct NewFile {
  std::string path;  // absolute
  std::string bytes;
  friend bool operator==(const NewFile&, const NewFile&) = default;
};

// Returns true if the two edits touch: they overlap, or begin at the same place of the same file.
bool touches(const TextEdit& a, const TextEdit& b);

// Returns `bytes` after all edits, which must be of this file and may be in any order. Fails if two
// of them touch, or if one lies outside of the bytes.
Result<std::string> apply_edits(std::string_view bytes, std::vector<TextEdit> edits);

}  // namespace mmlint

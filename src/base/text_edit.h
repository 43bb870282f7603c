#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/span.h"

namespace mmlint {

// Replaces the bytes of a span (empty for an insertion) by other bytes.
struct TextEdit {
  Span span;
  std::string replacement;
  friend bool operator==(const TextEdit&, const TextEdit&) = default;
};

// A file that is to be made; nothing may stand at its path yet.
struct NewFile {
  std::string path;  // absolute
  std::string bytes;
  friend bool operator==(const NewFile&, const NewFile&) = default;
};

// True if the two edits touch: they overlap, or stand at the same place of the same file.
bool touches(const TextEdit& a, const TextEdit& b);

// The bytes after all edits; every edit must be of this file. Edits may be in any order; an error
// if two of them touch or one lies outside.
Result<std::string> apply_edits(std::string_view bytes, std::vector<TextEdit> edits);

}  // namespace mmlint

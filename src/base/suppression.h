#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace mmlint {

// A comment `# mmlint: ignore[MM101, MM301]` or `# mmlint: ignore`, in Python, in a shell script or
// in YAML.
struct Suppression {
  Span comment;                         // from '#' to the end of the line
  std::uint32_t line;                   // 1-based
  std::vector<std::string_view> codes;  // views into the file's text; empty: every code
};

// Returns the codes that `comment`, which begins at its '#', suppresses: an empty list if it has no
// brackets, which stands for every code, and nullopt if it is no suppression. The codes are views
// into `comment`.
std::optional<std::vector<std::string_view>> read_suppression(std::string_view comment);

}  // namespace mmlint

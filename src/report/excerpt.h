#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/source.h"

namespace mmlint::report {

// The source line on which a span begins, ready to be printed above a row of carets. Widths are
// columns of a terminal.
struct Excerpt {
  std::uint32_t line = 1;  // 1-based
  std::string text;        // printable; tabs are four spaces; a long line is cut to a window
  std::size_t indent = 0;  // columns before the span
  std::size_t marked = 1;  // columns of the span on this line, at least one
};

// Returns the excerpt for a span; for a secret source only the line's number, without text. A span
// over several lines is marked to the end of its first line. The text is cut around the span, so
// that even a line of megabytes costs little.
Excerpt excerpt_of(const Source& source, const Span& span);

}  // namespace mmlint::report

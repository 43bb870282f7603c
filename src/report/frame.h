#pragma once

#include <string>
#include <vector>

#include "report/excerpt.h"
#include "report/paint.h"
#include "report/report.h"

namespace mmlint::report {

// Source lines with marks under them, in the manner of rustc, the line numbers in one column:
//
//       --> path:12:27
//        |
//     12 | source line
//        |    ^^^^ label
// Borrows the sources and settings.
class Frame {
 public:
  Frame(const SourceStore& sources, const Settings& settings)
      : sources_(sources), settings_(settings), paint_(settings.color) {}

  // Adds the line on which a span begins, with `mark` repeated under the span and the label behind.
  void add(const Span& span, char mark, Style style, std::string label);
  // Returns all that was added, in order: the first place behind "-->", the others behind ":::".
  std::string lines() const;
  // Returns "  = name: text", aligned with the bars of lines().
  std::string item(std::string_view name, std::string_view text,
                   Style style = Style::kStrong) const;

 private:
  struct Part {
    Span span;
    Excerpt excerpt;
    char mark;
    Style style;
    std::string label;
  };

  const SourceStore& sources_;
  const Settings& settings_;
  Paint paint_;
  std::vector<Part> parts_;
  std::size_t gutter_ = 1;
};

}  // namespace mmlint::report

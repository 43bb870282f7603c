#pragma once

#include "report/markup.h"
#include "report/report.h"

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

// Returns a text with line feeds where it would run over the edge of a terminal, and `indent`
// blanks behind each of them. It breaks at blanks, and beside wide characters where Chinese allows
// it. Columns are those of display_width(): `columns` of the terminal (0: nothing is broken), of
// which `used` are taken on the first line. A word that is too long for a line is not broken.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t used,
                    std::size_t indent);

// Returns the same for each line of a text, whose continuation is indented like its first word
// behind a number or mark: two columns more than the line.
std::string wrapped_lines(std::string_view text, std::size_t columns);

}  // namespace mmlint::report

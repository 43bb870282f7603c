#include "report/excerpt.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

constexpr std::size_t kMaxWidth = 160;  // columns of a line that is not cut
constexpr std::size_t kMaxBefore = 60;  // columns kept before the span when it is
constexpr std::size_t kMaxBytes = 4;    // of one character
constexpr std::string_view kTab = "    ";
constexpr std::string_view kCut = "...";

// One character of the line as it is printed.
struct Cell {
  std::size_t begin;  // byte offsets in the line
  std::size_t end;
  std::string text;
  std::size_t width;
};

// The first character that begins at or after an offset.
std::size_t next_character(std::string_view line, std::size_t at) {
  while (at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80) ++at;
  return at;
}

// The characters near a place, more than can be shown on either side.
std::vector<Cell> cells_around(std::string_view line, std::size_t place) {
  const std::size_t reach = kMaxWidth * kMaxBytes + 1;
  std::size_t at = place > reach ? std::min(next_character(line, place - reach), place) : 0;
  const std::size_t stop = std::min(line.size(), place + reach);
  std::vector<Cell> cells;
  while (at < stop) {
    const std::size_t length = character_length(line.substr(at));
    std::string text = printable(line.substr(at, length), kTab);
    const std::size_t width = display_width(text);
    cells.push_back(Cell{at, at + length, std::move(text), width});
    at += length;
  }
  return cells;
}

std::size_t total_width(const std::vector<Cell>& cells, std::size_t begin, std::size_t end) {
  std::size_t width = 0;
  for (std::size_t i = begin; i < end; ++i) width += cells[i].width;
  return width;
}

}  // namespace

Excerpt excerpt_of(const Source& source, const Span& span) {
  const LineIndex& lines = source.lines();
  Excerpt excerpt;
  excerpt.line = lines.position(span.begin).line;
  if (source.is_secret()) return excerpt;
  const std::string_view line = lines.line_text(excerpt.line);
  // A span may begin in the BOM or in the line end, which line_text leaves out.
  const std::uint32_t line_begin = lines.line_begin(excerpt.line);
  const auto in_line = [&](std::uint32_t offset) {
    return std::min<std::size_t>(offset > line_begin ? offset - line_begin : 0, line.size());
  };
  const std::size_t begin = in_line(span.begin);
  const std::size_t end = in_line(span.end);

  const std::vector<Cell> cells = cells_around(line, begin);
  std::size_t mark = 0;
  while (mark < cells.size() && cells[mark].end <= begin) ++mark;

  std::size_t first = 0;
  std::size_t last = cells.size();
  const bool all_seen = line.size() <= kMaxWidth * kMaxBytes;
  if (!all_seen || total_width(cells, 0, last) > kMaxWidth) {
    std::size_t width = total_width(cells, first, mark);
    while (width > kMaxBefore) width -= cells[first++].width;
    last = mark;
    while (last < cells.size() && width + cells[last].width <= kMaxWidth) {
      width += cells[last++].width;
    }
  }

  if (first < cells.size() && cells[first].begin > 0) excerpt.text = kCut;
  excerpt.indent = excerpt.text.size() + total_width(cells, first, mark);
  std::size_t marked = 0;
  for (std::size_t i = first; i < last; ++i) {
    excerpt.text += cells[i].text;
    if (i >= mark && cells[i].begin < end) marked += cells[i].width;
  }
  excerpt.marked = std::max<std::size_t>(marked, 1);
  if (last > first && cells[last - 1].end < line.size()) excerpt.text += kCut;
  return excerpt;
}

}  // namespace mmlint::report

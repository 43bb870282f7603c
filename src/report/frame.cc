#include "report/frame.h"

#include "base/text.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
void Frame::add(const Span& span, char mark, Style style, std::string label) {
  const Source& source = sources_.get(span.file);
  parts_.push_back({.span = span,
                    .excerpt = excerpt_of(source, span),
                    .mark = mark,
                    .style = style,
                    .label = std::move(label)});
  if (source.is_secret()) parts_.back().excerpt.text = words(settings_.language).not_shown;
  gutter_ = std::max(gutter_, std::to_string(parts_.back().excerpt.line).size());
}

std::string Frame::lines() const {
  std::string out;
  const std::string bar = std::string(gutter_ + 1, ' ') + "|";
  for (const Part& part : parts_) {
    const std::string_view arrow = &part == &parts_.front() ? "-->" : ":::";
    out += std::string(gutter_, ' ') + paint_(Style::kFrame, arrow) + " " +
           shown_place(part.span, sources_, settings_) + "\n";
    out += paint_(Style::kFrame, bar) + "\n";
    out += paint_(Style::kFrame, fmt::format("{:>{}} |", part.excerpt.line, gutter_));
    if (!part.excerpt.text.empty()) out += " " + part.excerpt.text;
    std::string marks(part.excerpt.marked, part.mark);
    if (!part.label.empty()) marks += " " + printable(part.label);
    out += "\n" + paint_(Style::kFrame, bar) + std::string(part.excerpt.indent + 1, ' ') +
           paint_(part.style, marks) + "\n";
  }
  return out;
}

std::string Frame::item(std::string_view name, std::string_view text, Style style) const {
  const std::size_t indent = gutter_ + 3;  // as long as the mark and the blanks around it
  const std::string named =
      wrapped(name, settings_.columns, indent, indent + 2) + words(settings_.language).colon;
  const std::size_t line = named.rfind('\n');
  const std::size_t used =
      line == named.npos ? indent + display_width(named) : display_width(named.substr(line + 1));
  const std::size_t name_end =
      named.size() - std::string_view(words(settings_.language).colon).size();
  return std::string(gutter_ + 1, ' ') + paint_(Style::kFrame, "=") + " " +
         paint_(style, named.substr(0, name_end)) + named.substr(name_end) +
         wrapped(printable(text), settings_.columns, used, indent + 2) + "\n";
}

namespace {

// Where a line is narrower than this behind its indent, breaking it makes it worse to read.
constexpr std::size_t kLeast = 20;

// What a line may break behind: a space, or a wide character, but not between it and a punctuation
// mark that follows it. The spaces are part of the pieces.
std::vector<std::string_view> breakable(std::string_view text) {
  static constexpr std::string_view kClosing = "，。、；：！？）」”";
  static constexpr std::string_view kOpening = "（「“";
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view c = text.substr(at, character_length(text.substr(at)));
    at += c.size();
    const std::string_view next = text.substr(at, character_length(text.substr(at)));
    const bool wide = display_width(c) == 2 || display_width(next) == 2;
    const bool glued = next.empty() || kClosing.find(next) != kClosing.npos ||
                       kOpening.find(c) != kOpening.npos || next == " ";
    if (c != " " && (!wide || glued)) continue;
    pieces.push_back(text.substr(begin, at - begin));
    begin = at;
  }
  pieces.push_back(text.substr(begin));
  return pieces;
}

std::size_t width_without_blank(std::string_view piece) {
  if (piece.ends_with(' ')) piece.remove_suffix(1);
  return display_width(piece);
}

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

std::string wrapped(std::string_view text, std::size_t columns, std::size_t used,
                    std::size_t indent) {
  if (columns < indent + kLeast) return std::string(text);
  std::string out;
  std::size_t column = used;
  bool is_empty = true;  // nothing stands on this line yet
  for (const std::string_view piece : breakable(text)) {
    if (!is_empty && column + width_without_blank(piece) > columns) {
      out.erase(out.find_last_not_of(' ') + 1);
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    out += piece;
    column += display_width(piece);
    is_empty = false;
  }
  return out;
}

std::string wrapped_lines(std::string_view text, std::size_t columns) {
  if (columns == 0) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    out += line.substr(0, blanks);
    out += wrapped(line.substr(blanks), columns, blanks, blanks + 2);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

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

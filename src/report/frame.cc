#include "report/frame.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

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

}  // namespace mmlint::report

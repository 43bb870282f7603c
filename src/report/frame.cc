#include "report/frame.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/shown.h"
#include "report/words.h"
#include "report/wrap.h"

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

}  // namespace mmlint::report

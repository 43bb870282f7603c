#include "shell/shell_value.h"

#include <algorithm>

namespace mmlint::shell {

ShellValue ShellValue::unknown(Span blame, std::string depends_on, bool many) {
  ShellValue out;
  out.text = kHole;
  out.holes.push_back({.at = 0, .blame = blame, .depends_on = std::move(depends_on), .many = many});
  return out;
}

ShellValue ShellValue::outside(Span blame, std::string depends_on) {
  ShellValue out = unknown(blame, std::move(depends_on), true);
  out.holes[0].outside = true;
  return out;
}

bool ShellValue::has_many() const {
  return std::any_of(holes.begin(), holes.end(), [](const UnknownPart& hole) { return hole.many; });
}

ShellValue ShellValue::with_many(bool many) const {
  ShellValue out = *this;
  for (UnknownPart& hole : out.holes) hole.many = many;
  return out;
}

void ShellValue::set_overridable(std::string depends_on) {
  defaults.clear();
  defaults.push_back({0, static_cast<std::uint32_t>(text.size()), std::move(depends_on)});
}

ShellValue ShellValue::computed(std::string text, Span source) {
  ShellValue out;
  out.append(text, source, false);
  return out;
}

void ShellValue::append(std::string_view bytes, Span source, bool verbatim) {
  for (std::size_t hole = bytes.find(kHole); hole != bytes.npos; hole = bytes.find(kHole)) {
    append(bytes.substr(0, hole), source, verbatim);  // the byte itself: we do not carry it
    append(unknown(source));
    bytes.remove_prefix(hole + 1);
    verbatim = false;
  }
  if (bytes.empty()) return;
  const auto at = static_cast<std::uint32_t>(text.size());
  const bool follows = verbatim && !pieces.empty() && pieces.back().verbatim &&
                       pieces.back().source.end == source.begin &&
                       pieces.back().source.file == source.file &&
                       pieces.back().at + pieces.back().source.length() == at;
  if (follows) {
    pieces.back().source.end = source.end;
  } else {
    pieces.push_back({at, source, verbatim});
  }
  text += bytes;
}

void ShellValue::append(const ShellValue& other) {
  const auto shift = static_cast<std::uint32_t>(text.size());
  if (other.in_script_folder) {
    if (text.empty() && !in_script_folder) {
      in_script_folder = true;
    } else {
      const Span blame = other.pieces.empty() ? Span{} : other.pieces.front().source;
      append(unknown(blame));
      return;
    }
  }
  for (SourceRun piece : other.pieces) {
    piece.at += shift;
    pieces.push_back(piece);
  }
  for (UnknownPart hole : other.holes) {
    hole.at += shift;
    holes.push_back(std::move(hole));
  }
  text += other.text;
  for (DefaultedRange each : other.defaults) {
    each.begin += shift;
    each.end += shift;
    defaults.push_back(std::move(each));
  }
}

ShellValue ShellValue::part(std::size_t begin, std::size_t end) const {
  ShellValue out;
  out.text = text.substr(begin, end - begin);
  const auto first =
      std::upper_bound(pieces.begin(), pieces.end(), begin,
                       [](std::size_t at, const SourceRun& piece) { return at < piece.at; });
  const auto skipped = static_cast<std::size_t>(first - pieces.begin());
  for (std::size_t i = skipped > 0 ? skipped - 1 : 0; i < pieces.size() && pieces[i].at < end;
       ++i) {
    const std::size_t next = i + 1 < pieces.size() ? pieces[i + 1].at : text.size();
    const std::size_t from = std::max<std::size_t>(begin, pieces[i].at);
    const std::size_t to = std::min(end, next);
    if (from >= to) continue;
    SourceRun piece = pieces[i];
    if (piece.verbatim) {
      piece.source.begin += static_cast<std::uint32_t>(from - pieces[i].at);
      piece.source.end =
          std::min(piece.source.end, piece.source.begin + static_cast<std::uint32_t>(to - from));
    }
    piece.at = static_cast<std::uint32_t>(from - begin);
    out.pieces.push_back(piece);
  }
  for (const UnknownPart& hole : holes) {
    if (hole.at < begin || hole.at >= end) continue;
    out.holes.push_back(hole);
    out.holes.back().at -= static_cast<std::uint32_t>(begin);
  }
  for (const DefaultedRange& each : defaults) {
    const bool inside = each.begin == each.end ? begin <= each.begin && each.end <= end
                                               : each.begin < end && begin < each.end;
    if (!inside) continue;
    const auto cut = [&](std::size_t at) {
      return static_cast<std::uint32_t>(std::clamp(at, begin, end) - begin);
    };
    out.defaults.push_back(each);
    out.defaults.back().begin = cut(each.begin);
    out.defaults.back().end = cut(each.end);
  }
  out.in_script_folder = in_script_folder && begin == 0;
  return out;
}

Span ShellValue::source(std::size_t begin, std::size_t end) const {
  const ShellValue cut = part(begin, end);
  Span out;
  const auto add = [&](const Span& span) {
    if (!out.known()) out = span;
    if (span.file != out.file) return;
    out.begin = std::min(out.begin, span.begin);
    out.end = std::max(out.end, span.end);
  };
  for (const SourceRun& piece : cut.pieces) add(piece.source);
  if (cut.pieces.empty()) {
    for (const UnknownPart& hole : cut.holes) add(hole.blame);
  }
  return out;
}

bool same_value(const ShellValue& a, const ShellValue& b) {
  return a.known() && b.known() && a.in_script_folder == b.in_script_folder && a.text == b.text;
}

ExpandedWord to_text(const ShellValue& value, Span span) {
  ExpandedWord out;
  out.span = span;
  out.overridable = value.overridable();
  if (out.overridable) {
    const DefaultedRange& all = value.defaults[0];
    out.depends_on = all.depends_on;
    out.sole_dependency = value.known() && value.defaults.size() == 1 && all.begin == 0 &&
                          all.end == value.text.size() && !value.in_script_folder && !all.by_branch;
    for (const DefaultedRange& each : value.defaults)
      out.candidates.insert(out.candidates.end(), each.candidates.begin(), each.candidates.end());
  }
  out.in_script_folder = value.in_script_folder;
  std::size_t end = value.text.size();
  if (!value.known()) {
    const UnknownPart& hole = value.holes.front();
    const bool all_many = std::all_of(value.holes.begin(), value.holes.end(),
                                      [](const UnknownPart& each) { return each.many; });
    const bool only_holes = value.holes.size() == value.text.size() && !value.in_script_folder;
    out.precision = all_many && only_holes ? ExpandedWord::Precision::kAnyWords
                                           : ExpandedWord::Precision::kPrefix;
    out.blame = hole.blame;
    out.depends_on = value.holes.size() == 1 ? hole.depends_on : "";
    out.sole_dependency = value.holes.size() == 1 && hole.at + 1 == value.text.size() && !hole.rest;
    end = hole.at;
    for (const UnknownPart& each : value.holes) {
      out.candidates.insert(out.candidates.end(), each.candidates.begin(), each.candidates.end());
    }
  }
  out.value = value.text.substr(0, end);
  for (const SourceRun& piece : value.pieces) {
    if (piece.at < end) out.pieces.push_back(piece);
  }
  return out;
}

ShellValue from_text(const ExpandedWord& text) {
  ShellValue out;
  out.text = text.value;
  out.pieces = text.pieces;
  out.in_script_folder = text.in_script_folder;
  if (text.overridable)
    out.set_overridable(text.is_known() && text.sole_dependency ? text.depends_on : "");
  if (text.precision == ExpandedWord::Precision::kExact) return out;
  ShellValue rest = ShellValue::unknown(text.blame, text.depends_on,
                                        text.precision == ExpandedWord::Precision::kAnyWords);
  rest.holes[0].candidates = text.candidates;
  rest.holes[0].rest = !text.sole_dependency;
  out.append(rest);
  return out;
}

std::optional<Span> ExpandedWord::written() const {
  if (!is_known() || pieces.size() != 1 || !pieces[0].verbatim) return std::nullopt;
  return pieces[0].source;
}

}  // namespace mmlint::shell

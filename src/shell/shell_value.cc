#include "shell/shell_value.h"

namespace mmlint::shell {

ShellValue ShellValue::unknown(Span blame, std::string depends_on, bool many) {
  ShellValue out;
  out.bytes.push_back(kUnknownPart);
  out.unknown_parts.push_back(
      {.at = 0, .blame = blame, .depends_on = std::move(depends_on), .many = many});
  return out;
}

ShellValue ShellValue::from_caller(Span blame, std::string depends_on) {
  ShellValue out = unknown(blame, std::move(depends_on), true);
  out.unknown_parts.own()[0].from_caller = true;
  return out;
}

bool ShellValue::has_many() const {
  return std::ranges::any_of(unknown_parts,
                             [](const UnknownPart& missing) { return missing.many; });
}

ShellValue ShellValue::with_many(bool many) const {
  ShellValue out = *this;
  const bool same = std::ranges::all_of(
      unknown_parts, [&](const UnknownPart& missing) { return missing.many == many; });
  if (same) return out;
  for (UnknownPart& missing : out.unknown_parts.own()) missing.many = many;
  return out;
}

void ShellValue::set_overridable(std::string depends_on) {
  defaults.clear();
  defaults.push_back({0, static_cast<std::uint32_t>(bytes.size()), std::move(depends_on)});
}

ShellValue ShellValue::computed(std::string text, Span source) {
  ShellValue out;
  out.append(text, source, false);
  return out;
}

void ShellValue::append(std::string_view more, Span source, bool verbatim) {
  for (std::size_t missing = more.find(kUnknownPart); missing != more.npos;
       missing = more.find(kUnknownPart)) {
    append(more.substr(0, missing), source, verbatim);  // the byte itself: we do not carry it
    append(unknown(source));
    more.remove_prefix(missing + 1);
    verbatim = false;
  }
  if (more.empty()) return;
  const auto at = static_cast<std::uint32_t>(bytes.size());
  const bool follows =
      verbatim && !runs.empty() && runs.back().verbatim && runs.back().source.end == source.begin &&
      runs.back().source.file == source.file && runs.back().at + runs.back().source.length() == at;
  if (follows) {
    runs.own().back().source.end = source.end;
  } else {
    runs.push_back({at, source, verbatim});
  }
  bytes.append(more);
}

void ShellValue::append(const ShellValue& other) {
  if (bytes.empty() && defaults.empty() && !in_script_folder) {
    *this = other;
    return;
  }
  const auto shift = static_cast<std::uint32_t>(bytes.size());
  if (other.in_script_folder) {
    if (bytes.empty() && !in_script_folder) {
      in_script_folder = true;
    } else {
      const Span blame = other.runs.empty() ? Span{} : other.runs.front().source;
      append(unknown(blame));
      return;
    }
  }
  for (SourceRun run : other.runs) {
    run.at += shift;
    runs.push_back(run);
  }
  for (UnknownPart missing : other.unknown_parts) {
    missing.at += shift;
    unknown_parts.push_back(std::move(missing));
  }
  bytes.append(other.bytes);
  for (DefaultedRange each : other.defaults) {
    each.begin += shift;
    each.end += shift;
    defaults.push_back(std::move(each));
  }
}

ShellValue ShellValue::part(std::size_t begin, std::size_t end) const {
  ShellValue out;
  out.bytes.append(text().substr(begin, end - begin));
  const auto first =
      std::upper_bound(runs.begin(), runs.end(), begin,
                       [](std::size_t at, const SourceRun& run) { return at < run.at; });
  const auto skipped = static_cast<std::size_t>(first - runs.begin());
  for (std::size_t i = skipped > 0 ? skipped - 1 : 0; i < runs.size() && runs[i].at < end; ++i) {
    const std::size_t next = i + 1 < runs.size() ? runs[i + 1].at : bytes.size();
    const std::size_t from = std::max<std::size_t>(begin, runs[i].at);
    const std::size_t to = std::min(end, next);
    if (from >= to) continue;
    SourceRun run = runs[i];
    if (run.verbatim) {
      run.source.begin += static_cast<std::uint32_t>(from - runs[i].at);
      run.source.end =
          std::min(run.source.end, run.source.begin + static_cast<std::uint32_t>(to - from));
    }
    run.at = static_cast<std::uint32_t>(from - begin);
    out.runs.push_back(run);
  }
  for (const UnknownPart& missing : unknown_parts) {
    if (missing.at < begin || missing.at >= end) continue;
    UnknownPart moved = missing;
    moved.at -= static_cast<std::uint32_t>(begin);
    out.unknown_parts.push_back(std::move(moved));
  }
  for (const DefaultedRange& each : defaults) {
    const bool inside = each.begin == each.end ? begin <= each.begin && each.end <= end
                                               : each.begin < end && begin < each.end;
    if (!inside) continue;
    const auto cut = [&](std::size_t at) {
      return static_cast<std::uint32_t>(std::clamp(at, begin, end) - begin);
    };
    DefaultedRange moved = each;
    moved.begin = cut(each.begin);
    moved.end = cut(each.end);
    out.defaults.push_back(std::move(moved));
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
  for (const SourceRun& run : cut.runs) add(run.source);
  if (cut.runs.empty()) {
    for (const UnknownPart& missing : cut.unknown_parts) add(missing.blame);
  }
  return out;
}

bool same_value(const ShellValue& a, const ShellValue& b) {
  return a.known() && b.known() && a.in_script_folder == b.in_script_folder && a.text() == b.text();
}

void add(std::vector<PossibleValue>& all, std::span<const PossibleValue> more) {
  constexpr std::size_t kMost = 64;
  const std::size_t left = kMost - std::min(kMost, all.size());
  more = more.first(std::min(left, more.size()));
  all.insert(all.end(), more.begin(), more.end());
}

ExpandedWord to_text(const ShellValue& value, Span span) {
  ExpandedWord out;
  out.span = span;
  out.overridable = value.overridable();
  if (out.overridable) {
    const DefaultedRange& all = value.defaults[0];
    out.depends_on = all.depends_on;
    out.sole_dependency = value.known() && value.defaults.size() == 1 && all.begin == 0 &&
                          all.end == value.bytes.size() && !value.in_script_folder &&
                          !all.by_branch;
    for (const DefaultedRange& each : value.defaults)
      add(out.possible_values, each.possible_values);
  }
  out.in_script_folder = value.in_script_folder;
  std::size_t end = value.bytes.size();
  if (!value.known()) {
    const UnknownPart& missing = value.unknown_parts.front();
    const bool all_many =
        std::ranges::all_of(value.unknown_parts, [](const UnknownPart& each) { return each.many; });
    const bool only_missing =
        value.unknown_parts.size() == value.bytes.size() && !value.in_script_folder;
    out.precision = all_many && only_missing ? ExpandedWord::Precision::kAnyWords
                                             : ExpandedWord::Precision::kPrefix;
    out.blame = missing.blame;
    if (value.unknown_parts.size() == 1 && missing.at + 1 == value.bytes.size())
      out.counts = missing.counts;
    out.depends_on = value.unknown_parts.size() == 1 ? missing.depends_on : "";
    out.sole_dependency = value.unknown_parts.size() == 1 && !missing.has_more;
    if (value.unknown_parts.size() == 1) out.rounds = missing.rounds;
    out.absent_by_default = std::ranges::all_of(
        value.unknown_parts, [](const UnknownPart& each) { return each.absent_by_default; });
    end = missing.at;
    out.suffix = value.text().substr(value.unknown_parts.back().at + 1);
    for (const UnknownPart& each : value.unknown_parts)
      add(out.possible_values, each.possible_values);
  }
  out.value = value.text().substr(0, end);
  for (const SourceRun& run : value.runs) {
    if (run.at < end) out.runs.push_back(run);
  }
  return out;
}

ShellValue from_text(const ExpandedWord& text) {
  ShellValue out;
  out.bytes.append(text.value);
  out.runs.append(text.runs);
  out.in_script_folder = text.in_script_folder;
  if (text.overridable)
    out.set_overridable(text.is_known() && text.sole_dependency ? text.depends_on : "");
  if (text.precision == ExpandedWord::Precision::kExact) return out;
  ShellValue rest = ShellValue::unknown(text.blame, text.depends_on,
                                        text.precision == ExpandedWord::Precision::kAnyWords);
  UnknownPart& part = rest.unknown_parts.own()[0];
  part.possible_values = text.possible_values;
  part.has_more = !text.sole_dependency;
  part.counts = text.counts;
  part.rounds = text.rounds;
  part.absent_by_default = text.absent_by_default;
  out.append(rest);
  out.append(text.suffix, text.span, false);
  return out;
}

std::optional<Span> ExpandedWord::written() const {
  if (!is_known() || runs.size() != 1 || !runs[0].verbatim) return std::nullopt;
  return runs[0].source;
}

}  // namespace mmlint::shell

#include "logs/prefix.h"

#include "base/text.h"

namespace mmlint::logs {
namespace {

constexpr std::string_view kTraceback = "Traceback (most recent call last)";

std::size_t digits(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

std::optional<int> number(std::string_view text) {
  if (text.empty() || text.size() > 5) return std::nullopt;
  int value = 0;
  for (const char c : text) value = value * 10 + (c - '0');
  return value;
}

// A prefix at the beginning of a text: how long it is, and the rank that it names.
struct Prefix {
  std::size_t size = 0;
  std::optional<int> rank;
  bool time = false;
};

std::size_t blank_behind(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] == ' ' ? at + 1 : at;
}

// "[rank2]:", "[default3]:", each with a blank behind.
std::optional<Prefix> named_rank(std::string_view text) {
  for (const std::string_view name : {"[rank", "[default", "[Rank "}) {
    if (!text.starts_with(name)) continue;
    const std::size_t count = digits(text, name.size());
    const std::size_t end = name.size() + count;
    if (count == 0 || !text.substr(end).starts_with("]")) continue;
    const bool colon = text.substr(end).starts_with("]:");
    return Prefix{blank_behind(text, end + (colon ? 2 : 1)),
                  number(text.substr(name.size(), count)), false};
  }
  return std::nullopt;
}

// "[1,3]<stderr>:" of Open MPI, whose second number is the rank.
std::optional<Prefix> tagged_rank(std::string_view text) {
  if (!text.starts_with('[')) return std::nullopt;
  const std::size_t job = digits(text, 1);
  if (job == 0 || !text.substr(1 + job).starts_with(",")) return std::nullopt;
  const std::size_t count = digits(text, 2 + job);
  const std::size_t end = 2 + job + count;
  for (const std::string_view stream : {"]<stdout>:", "]<stderr>:"}) {
    if (count > 0 && text.substr(end).starts_with(stream))
      return Prefix{end + stream.size(), number(text.substr(2 + job, count)), false};
  }
  return std::nullopt;
}

// "3: " of srun --label, which pads the numbers to one width.
std::optional<Prefix> labelled_rank(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), std::size_t{4});
  const std::size_t count = begin < text.size() ? digits(text, begin) : 0;
  if (count == 0 || count > 4 || begin + count >= text.size() || text[begin + count] != ':')
    return std::nullopt;
  const std::size_t end = begin + count + 1;
  if (end < text.size() && text[end] != ' ') return std::nullopt;
  return Prefix{blank_behind(text, end), number(text.substr(begin, count)), false};
}

// Matches a shape in which '0' stands for a digit; returns its size, or 0.
std::size_t shape(std::string_view text, std::string_view form) {
  if (text.size() < form.size()) return 0;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool fits = form[i] == '0' ? is_digit(text[i]) : text[i] == form[i];
    if (!fits) return 0;
  }
  return form.size();
}

// "2024-05-01 10:11:12,345", "2024-05-01T10:11:12.345678Z", "05/01 10:11:12", each perhaps between
// brackets, and the "- name - LEVEL - " that Python's loggers put behind it.
std::optional<Prefix> time(std::string_view text) {
  const bool bracket = text.starts_with('[');
  std::size_t end = bracket ? 1 : 0;
  std::size_t size = 0;
  for (const std::string_view form :
       {"0000-00-00 00:00:00", "0000-00-00T00:00:00", "00/00 00:00:00", "0000/00/00 00:00:00"}) {
    if (size == 0) size = shape(text.substr(end), form);
  }
  if (size == 0) return std::nullopt;
  end += size;
  if (end < text.size() && (text[end] == ',' || text[end] == '.')) end += 1 + digits(text, end + 1);
  if (text.substr(end).starts_with('Z')) ++end;
  if (bracket && text.substr(end).starts_with(']')) ++end;
  if (text.substr(end).starts_with(" - ")) {  // "NAME - LEVEL - "
    const std::size_t name = text.find(" - ", end + 3);
    const std::size_t level = name == text.npos ? name : text.find(" - ", name + 3);
    if (level != text.npos && level - end < 120) return Prefix{level + 3, {}, true};
  }
  return Prefix{blank_behind(text, text.substr(end).starts_with(':') ? end + 1 : end), {}, true};
}

std::optional<Prefix> any_prefix(std::string_view text) {
  if (text.empty() || (text[0] != '[' && text[0] != ' ' && !is_digit(text[0]))) return std::nullopt;
  if (auto found = named_rank(text)) return found;
  if (auto found = tagged_rank(text)) return found;
  if (auto found = time(text)) return found;
  return labelled_rank(text);
}

// Returns how much of a line a prefix takes, whatever its numbers are; 0 if it does not begin so.
std::size_t begins_with(std::string_view line, std::string_view prefix) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < prefix.size();) {
    const std::size_t wanted = digits(prefix, i);
    const std::size_t there = digits(line, at);
    if ((wanted == 0) != (there == 0)) return 0;
    if (wanted == 0 && (at >= line.size() || line[at] != prefix[i])) return 0;
    i += std::max<std::size_t>(wanted, 1);
    at += std::max<std::size_t>(there, 1);
  }
  return at;
}

}  // namespace

Unprefixed unprefix(std::string_view line) {
  Unprefixed out{line, std::nullopt, false};
  for (int i = 0; i < 6; ++i) {
    auto found = any_prefix(out.text);
    if (!found && out.text.starts_with(' ')) {  // an indented one
      const std::size_t begin = std::min(out.text.find_first_not_of(' '), out.text.size());
      found = named_rank(out.text.substr(begin));
      if (found) found->size += begin;
    }
    if (!found) break;
    out.text.remove_prefix(found->size);
    if (found->rank) out.rank = found->rank;
    out.stamped |= found->time;
  }
  return out;
}

void OwnPrefixes::learn(std::string_view line) {
  constexpr std::size_t kLongest = 120;
  const std::size_t at = line.find(kTraceback);
  if (at == line.npos || at == 0 || at > kLongest) return;
  const std::string_view behind = line.substr(at + kTraceback.size());
  std::string_view prefix = line.substr(0, at);
  constexpr std::string_view kOriginal = "Original ";  // of what a worker raised
  if (prefix.ends_with(kOriginal)) prefix.remove_suffix(kOriginal.size());
  const bool ends = behind.find_first_not_of(": ") == behind.npos;
  if (!ends || !prefix.ends_with(' ') || prefix.find_first_not_of(' ') == prefix.npos) return;
  if (without(line).size() != line.size()) return;
  known_.emplace_back(prefix);
  // The other lines of an exception group have a margin.
  constexpr std::string_view kGroup = "+ Exception Group ";
  if (prefix.ends_with(kGroup))
    known_.push_back(std::string(prefix.substr(0, prefix.size() - kGroup.size())) + "| ");
  while (known_.size() > kMany) known_.erase(known_.begin());
}

std::string_view OwnPrefixes::without(std::string_view line) const {
  for (const std::string& each : known_) {
    if (const std::size_t size = begins_with(line, each)) return line.substr(size);
    // An empty line may have lost the blanks at its end.
    const std::size_t blank = each.find_last_not_of(' ') + 1;
    if (begins_with(line, std::string_view(each).substr(0, blank)) == line.size()) return {};
  }
  return line;
}

std::size_t second_message(std::string_view line) {
  constexpr std::array<std::string_view, 3> kStarts = {kTraceback, "[rank", "[default"};
  std::size_t first = line.npos;
  for (const std::string_view start : kStarts) {
    for (std::size_t at = line.find(start, 1); at != line.npos; at = line.find(start, at + 1)) {
      const bool is_rank = start != kTraceback;
      if (is_rank && (!named_rank(line.substr(at)) || line[at - 1] == ' ' || line[at - 1] == ':'))
        continue;
      const std::string_view before = line.substr(0, at);
      const bool goes_on = before.ends_with('"') || before.ends_with('\'') ||
                           before.ends_with(' ') || before.ends_with(':') ||
                           unprefix(before).text.empty();
      if (!is_rank && goes_on) continue;
      first = std::min(first, at);
      break;
    }
  }
  return first;
}

std::string_view without_colours(std::string_view line, std::string& buffer) {
  std::size_t at = line.find('\x1b');
  if (at == line.npos) return line;
  buffer.clear();
  while (at != line.npos) {
    buffer.append(line.substr(0, at));
    line.remove_prefix(at + 1);
    if (line.starts_with('[')) {  // up to a letter: "31;1m"
      const std::size_t end = line.find_first_not_of("0123456789;:?<=> ", 1);
      line.remove_prefix(end == line.npos ? line.size() : end + 1);
    } else if (line.starts_with(']')) {  // up to BEL: a title or a link
      const std::size_t end = line.find_first_of("\x07\x1b");
      line.remove_prefix(end == line.npos ? line.size() : end + (line[end] == '\x07' ? 1 : 0));
    } else if (!line.empty()) {
      line.remove_prefix(1);
    }
    at = line.find('\x1b');
  }
  buffer.append(line);
  return buffer;
}

}  // namespace mmlint::logs

#include "check/script/pattern_words.h"

#include "base/text.h"

namespace mmlint::check {
namespace {

// The alternatives to the whole: "^a:" and "^b" of "^a:|^b". Empty where flags or a quotation may
// change what follows them.
std::vector<std::string_view> alternatives(std::string_view regex) {
  std::vector<std::string_view> out;
  int depth = 0;
  bool in_class = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < regex.size(); ++i) {
    const std::string_view rest = regex.substr(i);
    if (rest.starts_with("\\Q") || (rest.starts_with("(?") && !rest.starts_with("(?:"))) return {};
    if (rest.front() == '\\') {
      ++i;
    } else if (in_class) {
      in_class = rest.front() != ']';
    } else if (rest.front() == '[') {
      in_class = true;
      if (rest.starts_with("[^")) ++i;
      if (regex.substr(i + 1).starts_with(']')) ++i;  // it is one of the class
    } else if (rest.front() == '(' || rest.front() == ')') {
      depth += rest.front() == '(' ? 1 : -1;
    } else if (rest.front() == '|' && depth == 0) {
      out.push_back(regex.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  out.push_back(regex.substr(begin));
  return out;
}

// Whether a regex goes on with what ends a word, and needs it.
bool ends_word(std::string_view regex) {
  for (const std::string_view end : {"(:|$)", ":", "\\."}) {
    if (regex.starts_with(end)) return regex.substr(end.size()).find_first_of("?*{") != 0;
  }
  return false;
}

// "a", "b" of "^(a|b):", "a" of "^a:" and of "^a\\.b", as one of the alternatives to the whole.
// Empty if that cannot be told.
std::vector<std::string> beginnings_of_one(std::string_view regex) {
  if (!regex.starts_with('^')) return {};
  regex.remove_prefix(1);
  const bool list = regex.starts_with('(');
  if (list) regex.remove_prefix(1);
  std::vector<std::string> out;
  while (true) {
    std::size_t end = 0;
    while (end < regex.size() && is_name_byte(regex[end])) ++end;
    out.emplace_back(regex.substr(0, end));
    regex.remove_prefix(end);
    if (!list || regex.empty() || regex.front() != '|') break;
    regex.remove_prefix(1);
  }
  if (list && !regex.starts_with(')')) return {};
  if (list) regex.remove_prefix(1);
  const bool any_empty = std::ranges::any_of(out, [](const auto& w) { return w.empty(); });
  return ends_word(regex) && !any_empty ? out : std::vector<std::string>();
}

}  // namespace

std::vector<std::string> beginnings(std::string_view regex) {
  std::vector<std::string> out;
  for (const std::string_view one : alternatives(regex)) {
    std::vector<std::string> words = beginnings_of_one(one);
    if (words.empty()) return {};
    std::move(words.begin(), words.end(), std::back_inserter(out));
  }
  return out;
}

std::string second_name(std::string_view regex) {
  constexpr std::string_view kDot = "\\.";
  const std::size_t begin = regex.find(kDot);
  const bool one = alternatives(regex).size() == 1;
  if (!one || !regex.starts_with('^') || regex.starts_with("^(") || begin == regex.npos) return "";
  const std::size_t end = regex.find(kDot, begin + kDot.size());
  if (end == regex.npos || !ends_word(regex.substr(end))) return "";
  const std::string_view name = regex.substr(begin + kDot.size(), end - begin - kDot.size());
  return std::ranges::all_of(name, is_name_byte) ? std::string(name) : "";
}

}  // namespace mmlint::check

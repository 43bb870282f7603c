#include "catalog/regex.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"

namespace mmlint::catalog {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// True for a pattern in which what comes first cannot change what its end means: it has no
// alternative to the whole and no flags.
bool is_plain_front(std::string_view front) {
  int depth = 0;
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (front[i] == '[' || front.substr(i).starts_with("(?")) return false;
    if (front[i] == '\\')
      ++i;
    else if (front[i] == '(')
      ++depth;
    else if (front[i] == ')')
      --depth;
    else if (front[i] == '|' && depth == 0)
      return false;
  }
  return depth == 0;
}

std::size_t place_of(char before_last, char last) {
  return static_cast<unsigned char>(before_last) * 31u % 256 ^ static_cast<unsigned char>(last);
}

// Adds the places of the last two bytes of the texts that one alternative matches, which is made of
// letters and of lists of letters: "Conv[23]d". Returns false if it is not.
bool add_ends(std::string_view one, std::bitset<256>& out) {
  const bool is_plain = std::all_of(one.begin(), one.end(),
                                    [](char c) { return is_word(c) || c == '[' || c == ']'; });
  if (!is_plain || one.size() < 2 || !is_word(one.back())) return false;
  const std::string_view front = one.substr(0, one.size() - 1);
  std::string_view before = front.substr(front.size() - 1);
  if (before == "]") {
    const std::size_t list = front.rfind('[');
    if (list == front.npos) return false;
    before = front.substr(list + 1, front.size() - list - 2);
  }
  for (const char c : before) out.set(place_of(c, one.back()));
  return is_word(before.empty() ? ']' : before.back());
}

// Where texts that a pattern matches end, by place_of(), if it ends like "Hook$" or "(One|Two)$";
// everywhere if it does not.
std::bitset<256> ends_of(std::string_view pattern) {
  const std::bitset<256> any = std::bitset<256>().set();
  if (pattern.size() < 3 || !pattern.ends_with('$')) return any;
  pattern.remove_suffix(1);
  std::bitset<256> out;
  if (pattern.ends_with(')')) {
    const std::size_t bracket = pattern.rfind('(');
    if (bracket == pattern.npos || !is_plain_front(pattern.substr(0, bracket))) return any;
    for (const std::string_view one :
         split(pattern.substr(bracket + 1, pattern.size() - bracket - 2), '|')) {
      if (!add_ends(one, out)) return any;
    }
    return out;
  }
  const std::string_view last = pattern.substr(pattern.size() - 2);
  const std::string_view front = pattern.substr(0, pattern.size() - 2);
  const bool is_plain = is_word(last[0]) && !front.ends_with('\\') && is_plain_front(front);
  return is_plain && add_ends(last, out) ? out : any;
}

}  // namespace

Result<std::shared_ptr<const Regex>> Regex::compile(const std::string& pattern) {
  std::shared_ptr<const Regex> regex = checked_before(pattern);
  const re2::RE2& compiled = regex->compiled();
  if (!compiled.ok())
    return fail("'" + pattern + "' is no regular expression: " + compiled.error());
  return regex;
}

std::shared_ptr<const Regex> Regex::checked_before(std::string pattern) {
  return std::shared_ptr<const Regex>(new Regex(std::move(pattern)));
}

Regex::Regex(std::string pattern)
    : pattern_(std::move(pattern)), ends_(ends_of(pattern_)), ends_known_(!ends_.all()) {}

Regex::~Regex() = default;

const re2::RE2& Regex::compiled() const {
  std::call_once(once_, [this] {
    re2::RE2::Options options;
    options.set_log_errors(false);
    regex_ = std::make_unique<const re2::RE2>(pattern_, options);
  });
  return *regex_;
}

// Most texts are told apart by their last bytes, long before RE2 has begun.
bool Regex::matches(std::string_view text) const {
  const bool may_match =
      !ends_known_ || (text.size() > 1 && ends_.test(place_of(text[text.size() - 2], text.back())));
  if (!may_match) return false;
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled());
}

std::optional<std::string> Regex::group(std::string_view text) const {
  std::string out;
  if (compiled().NumberOfCapturingGroups() < 1) return std::nullopt;
  const bool found =
      re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled(), &out);
  return found ? std::optional(std::move(out)) : std::nullopt;
}

std::string Regex::any_of(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    if (!out.empty()) out += '|';
    out += re2::RE2::QuoteMeta(text);
  }
  return out;
}

}  // namespace mmlint::catalog

#include "catalog/regex.h"

#include <re2/re2.h>

#include <cctype>

#include "base/text.h"

namespace mmlint::catalog {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// True for a pattern in which what comes first cannot change what its end means: it has no
// alternative to the whole, no flags, and no escapes but those of marks and of classes of one
// letter: "\." and "\w", not "\x41".
bool is_plain_front(std::string_view front) {
  constexpr std::string_view kClasses = "dswDSW";
  int depth = 0;
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (front[i] == '[' || front.substr(i).starts_with("(?")) return false;
    if (front[i] == '\\') {
      ++i;
      if (i == front.size() || (is_word(front[i]) && kClasses.find(front[i]) == kClasses.npos))
        return false;
    } else if (front[i] == '(') {
      ++depth;
    } else if (front[i] == ')') {
      --depth;
    } else if (front[i] == '|' && depth == 0) {
      return false;
    }
  }
  return depth == 0;
}

std::size_t place_of(char before_last, char last) {
  return static_cast<unsigned char>(before_last) * 31u % 256 ^ static_cast<unsigned char>(last);
}

// Adds what one alternative matches, which is made of letters and of lists of letters: "Conv[23]d".
// Returns false if it is not.
bool add_ends(std::string_view one, Regex::Ends& out) {
  const bool is_plain =
      std::ranges::all_of(one, [](char c) { return is_word(c) || c == '[' || c == ']'; });
  if (!is_plain || one.size() < 2 || !is_word(one.back())) return false;
  const std::string_view front = one.substr(0, one.size() - 1);
  std::string_view before = front.substr(front.size() - 1);
  if (before == "]") {
    const std::size_t list = front.rfind('[');
    if (list == front.npos || list + 2 > front.size()) return false;
    before = front.substr(list + 1, front.size() - list - 2);
  }
  if (before.empty() || !is_word(before.back())) return false;
  for (const char c : before) out.last_two.set(place_of(c, one.back()));
  const std::size_t size = one.find('[') == one.npos ? one.size() : 2;
  out.shortest = std::min(out.shortest, size);
  return true;
}

// What is known of the ends of the texts that a pattern matches, if it ends like "Hook$" or
// "(One|Two)$".
std::optional<Regex::Ends> ends_of(std::string_view pattern) {
  if (pattern.size() < 3 || !pattern.ends_with('$')) return std::nullopt;
  pattern.remove_suffix(1);
  Regex::Ends out;
  if (pattern.ends_with(')')) {
    const std::size_t bracket = pattern.rfind('(');
    if (bracket == pattern.npos || !is_plain_front(pattern.substr(0, bracket))) return std::nullopt;
    for (const std::string_view one :
         split(pattern.substr(bracket + 1, pattern.size() - bracket - 2), '|')) {
      if (!add_ends(one, out)) return std::nullopt;
    }
    return out;
  }
  std::size_t begin = pattern.size();
  while (begin > 0 && is_word(pattern[begin - 1])) --begin;
  if (begin == pattern.size() || !is_plain_front(pattern.substr(0, begin))) return std::nullopt;
  out.last = pattern.substr(begin);
  out.shortest = out.last.size();
  return add_ends(out.last, out) ? std::optional(out) : std::nullopt;
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

Regex::Regex(std::string pattern) : pattern_(std::move(pattern)), ends_(ends_of(pattern_)) {}

Regex::~Regex() = default;

const re2::RE2& Regex::compiled() const {
  std::call_once(once_, [this] {
    re2::RE2::Options options;
    options.set_log_errors(false);
    regex_ = std::make_unique<const re2::RE2>(pattern_, options);
  });
  return *regex_;
}

// Most texts are told apart by their length and last bytes, long before RE2 has begun.
bool Regex::matches(std::string_view text) const {
  const bool may_match =
      !ends_ || (text.size() >= ends_->shortest &&
                 ends_->last_two.test(place_of(text[text.size() - 2], text.back())) &&
                 text.ends_with(ends_->last));
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

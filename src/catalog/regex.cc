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

// The bytes with which every text ends that a pattern matches, if it ends like "Hook$" or
// "(One|Two)$"; all of them if it does not.
std::bitset<256> ends_of(std::string_view pattern) {
  const std::bitset<256> any = std::bitset<256>().set();
  if (pattern.size() < 3 || !pattern.ends_with('$')) return any;
  pattern.remove_suffix(1);
  std::bitset<256> out;
  const auto add = [&out](char c) { out.set(static_cast<unsigned char>(c)); };
  const std::size_t bracket = pattern.back() == ')' ? pattern.rfind('(') : pattern.npos;
  if (bracket == pattern.npos) {
    const std::string_view front = pattern.substr(0, pattern.size() - 1);
    if (!is_word(pattern.back()) || front.ends_with('\\') || !is_plain_front(front)) return any;
    add(pattern.back());
    return out;
  }
  if (!is_plain_front(pattern.substr(0, bracket))) return any;
  const std::string_view group = pattern.substr(bracket + 1, pattern.size() - bracket - 2);
  for (const std::string_view one : split(group, '|')) {
    const bool is_text = std::all_of(one.begin(), one.end(),
                                     [](char c) { return is_word(c) || c == '[' || c == ']'; });
    if (one.empty() || !is_text || !is_word(one.back())) return any;
    add(one.back());
  }
  return out;
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

// Most texts are told apart by their last byte, long before RE2 has begun.
bool Regex::matches(std::string_view text) const {
  if (!ends_.all() && (text.empty() || !ends_.test(static_cast<unsigned char>(text.back()))))
    return false;
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

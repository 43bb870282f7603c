#include "shell/patterns.h"

namespace mmlint::shell {
namespace {

constexpr std::size_t kMaxPattern = 100;
constexpr std::size_t kMaxText = 4096;

bool matches(std::string_view text, std::string_view pattern) {
  std::size_t star = pattern.npos;
  std::size_t resume = 0;
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  while (at < text.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      resume = at;
    } else if (in_pattern < pattern.size() &&
               (pattern[in_pattern] == '?' || pattern[in_pattern] == text[at])) {
      ++in_pattern;
      ++at;
    } else if (star != pattern.npos) {
      in_pattern = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (in_pattern < pattern.size() && pattern[in_pattern] == '*') ++in_pattern;
  return in_pattern == pattern.size();
}

}  // namespace

std::optional<std::string> pattern_of(std::span<const shell_syntax::Part> parts) {
  std::string out;
  for (const shell_syntax::Part& part : parts) {
    const bool special = part.kind == shell_syntax::PartKind::kSpecial;
    if (special ? part.text != "*" && part.text != "?"
                : part.kind != shell_syntax::PartKind::kLiteral) {
      return std::nullopt;
    }
    if (!special && part.text.find_first_of("*?[\\") != part.text.npos) return std::nullopt;
    out += part.text;
  }
  if (out.size() > kMaxPattern) return std::nullopt;
  return out;
}

std::size_t affix_length(std::string_view text, std::string_view pattern, bool front,
                         bool longest) {
  if (text.size() > kMaxText) return 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const std::size_t length = longest ? text.size() - i : i;
    const std::string_view affix =
        front ? text.substr(0, length) : text.substr(text.size() - length);
    if (matches(affix, pattern)) return length;
  }
  return 0;
}

}  // namespace mmlint::shell

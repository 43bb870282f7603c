#include "catalog/version.h"

#include <fmt/format.h>

namespace mmlint::catalog {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes a number of at most six digits off the front.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  std::size_t length = 0;
  for (; length < text.size() && is_digit(text[length]); ++length) {
    if (length == 6) return std::nullopt;
    number = number * 10 + (text[length] - '0');
  }
  if (length == 0) return std::nullopt;
  text.remove_prefix(length);
  return number;
}

// "rc1", ".post1", ".dev0", "+local" (PEP 440).
bool is_suffix(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() == '+') return text.size() > 1;
  for (const std::string_view word : {"a", "b", "rc", ".post", ".dev"}) {
    if (!text.starts_with(word)) continue;
    std::string_view rest = text.substr(word.size());
    return take_number(rest) && is_suffix(rest);
  }
  return false;
}

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  Version version{};
  for (std::size_t i = 0; i < version.size(); ++i) {
    if (i > 0) {
      if (text.size() < 2 || text.front() != '.' || !is_digit(text[1])) break;
      text.remove_prefix(1);
    }
    const auto number = take_number(text);
    if (!number) return std::nullopt;
    version[i] = *number;
  }
  if (!is_suffix(text)) return std::nullopt;
  return version;
}

std::string printed(const Version& version) {
  return fmt::format("{}.{}.{}", version[0], version[1], version[2]);
}

}  // namespace mmlint::catalog

#include "base/suppression.h"

#include <algorithm>

#include "base/text.h"

namespace mmlint {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\f"), text.size()));
}

bool take(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

std::optional<std::vector<std::string_view>> read_suppression(std::string_view comment) {
  if (!take(comment, "#")) return std::nullopt;
  skip_blanks(comment);
  if (!take(comment, "mmlint:")) return std::nullopt;
  skip_blanks(comment);
  if (!take(comment, "ignore")) return std::nullopt;
  if (!comment.empty() && is_word(comment[0])) return std::nullopt;
  std::vector<std::string_view> codes;
  if (!take(comment, "[")) return codes;
  const std::size_t close = comment.find(']');
  if (close == std::string_view::npos) return std::nullopt;
  for (std::string_view code : split(comment.substr(0, close), ',')) {
    code = trim(code);
    if (!code.empty()) codes.push_back(code);
  }
  return codes;
}

}  // namespace mmlint

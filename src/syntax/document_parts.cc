#include "syntax/document_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "syntax/lexical_scan.h"

namespace mmlint::syntax {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Words that no name can be and that a ':' may follow at once.
bool is_keyword(std::string_view word) {
  static constexpr std::string_view kWords[] = {"else",   "try",  "finally", "except",
                                                "lambda", "True", "False",   "None"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\f"), text.size()));
}

// Over opening parentheses, and what may stand behind them.
void skip_opening(std::string_view& text) {
  if (!text.starts_with('(')) return;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of("( \t\f\r\n\\"), text.size()));
    if (!text.starts_with('#')) return;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

bool take(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

StatementHead read_head(std::string_view statement) {
  skip_opening(statement);
  const auto stop = std::find_if_not(statement.begin(), statement.end(), is_word);
  StatementHead head{statement.substr(0, static_cast<std::size_t>(stop - statement.begin())), {}};
  std::string_view rest = statement.substr(head.keyword.size());
  skip_blanks(rest);
  const char first = rest.empty() ? '\0' : rest[0];
  const bool assigns = first == '=' && rest.substr(0, 2) != "==";
  const bool annotates = first == ':' && rest.substr(0, 2) != ":=" && !is_keyword(head.keyword);
  if (assigns || annotates) head.name = head.keyword;
  return head;
}

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

std::string too_large_message(std::size_t bytes) {
  return fmt::format("the file has {} bytes; files over {} are not read", bytes, kMaxBytes);
}

std::string not_utf8_message(std::string_view text, std::size_t at, std::size_t place) {
  return fmt::format("byte 0x{:02x} at offset {} is not UTF-8",
                     static_cast<unsigned char>(text[at]), place);
}

}  // namespace mmlint::syntax

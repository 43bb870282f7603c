#include "fix/text/source_lines.h"

namespace mmlint::fix {

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

std::uint32_t end_of_line(std::string_view text, std::uint32_t at) {
  while (at < text.size() && !is_line_end(text[at])) ++at;
  return at;
}

std::uint32_t begin_of_line(std::string_view text, std::uint32_t at) {
  while (at > 0 && !is_line_end(text[at - 1])) --at;
  return at;
}

std::optional<std::string> indent_before(std::string_view text, std::uint32_t at) {
  std::uint32_t begin = at;
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
  if (begin > 0 && !is_line_end(text[begin - 1])) return std::nullopt;
  return std::string(text.substr(begin, at - begin));
}

std::uint32_t next_token(std::string_view text, std::uint32_t at) {
  while (at < text.size()) {
    if (text[at] == '#')
      at = end_of_line(text, at);
    else if (text[at] == ' ' || text[at] == '\t' || text[at] == '\\' || text[at] == '\f' ||
             is_line_end(text[at]))
      ++at;
    else
      break;
  }
  return at;
}

std::uint32_t begin_of_next_line(std::string_view text, std::uint32_t at) {
  at = end_of_line(text, at);
  if (text.substr(at).starts_with("\r\n")) return at + 2;
  return at < text.size() ? at + 1 : at;
}

bool is_blank(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  return text.substr(begin, end - begin).find_first_not_of(" \t\r\n") == text.npos;
}

}  // namespace mmlint::fix

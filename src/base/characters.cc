#include "base/characters.h"

namespace mmlint {

using View = std::string_view;

View first_character(View text) {
  return text.substr(0, character_length(text));
}

View last_character(View text) {
  std::size_t from = text.size() - 1;
  while (from > 0 && (text[from] & 0xc0) == 0x80) --from;
  return text.substr(from);
}

bool is_space(View character) {
  const char32_t c = code_point(character);
  return (c >= 9 && c <= 13) || (c >= 28 && c <= 32) || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

bool ends_line(View character) {
  const char32_t c = code_point(character);
  return (c >= 10 && c <= 13) || (c >= 28 && c <= 30) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool is_upper(int c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(int c) {
  return c >= 'a' && c <= 'z';
}
bool is_letter(int c) {
  return is_upper(c) || is_lower(c);
}
bool is_letter_or_digit(int c) {
  return is_letter(c) || is_digit(c);
}
bool is_ascii_space(int c) {
  return (c >= 9 && c <= 13) || (c >= 28 && c <= 32);
}
bool is_printable(int c) {
  return c >= ' ' && c < 0x7f;
}

bool has_plain_case(View text) {
  const auto is_plain = [](View character) {
    const char32_t c = code_point(character);
    return c < 0x80 || (c >= 0x3041 && c <= 0x3096) || (c >= 0x30a1 && c <= 0x30fa) ||
           (c >= 0x4e00 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7a3);
  };
  return run_of(text, false, is_plain) == text.size();
}

int upper_case(int c, int) {
  return is_lower(c) ? c - 32 : c;
}
int lower_case(int c, int) {
  return is_upper(c) ? c + 32 : c;
}
int title_case(int c, int before) {
  return is_letter(before) ? lower_case(c, 0) : upper_case(c, 0);
}
int capital_case(int c, int before) {
  return before < 0 ? upper_case(c, 0) : lower_case(c, 0);
}
int swapped_case(int c, int) {
  return is_upper(c) ? lower_case(c, 0) : upper_case(c, 0);
}

std::string changed_case(View text, CaseChange change) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int before = i == 0 ? -1 : static_cast<unsigned char>(text[i - 1]);
    out[i] = static_cast<char>(change(static_cast<unsigned char>(text[i]), before));
  }
  return out;
}

std::vector<View> split_at_spaces(View text, std::int64_t most, bool from_right) {
  std::vector<View> out;
  const auto cut = [&](std::size_t size) {
    const View piece = from_right ? text.substr(text.size() - size) : text.substr(0, size);
    from_right ? text.remove_suffix(size) : text.remove_prefix(size);
    return piece;
  };
  for (cut(run_of(text, from_right, is_space)); !text.empty();
       cut(run_of(text, from_right, is_space))) {
    const bool is_rest = most >= 0 && static_cast<std::int64_t>(out.size()) == most;
    const auto is_letter_of_word = [](View character) { return !is_space(character); };
    out.push_back(cut(is_rest ? text.size() : run_of(text, from_right, is_letter_of_word)));
  }
  return out;
}

std::vector<View> split_at(View text, View mark, std::int64_t most, bool from_right) {
  std::vector<View> out;
  while (most < 0 || static_cast<std::int64_t>(out.size()) < most) {
    const std::size_t at = from_right ? text.rfind(mark) : text.find(mark);
    if (at == View::npos) break;
    const View before = text.substr(0, at);
    const View after = text.substr(at + mark.size());
    out.push_back(from_right ? after : before);
    text = from_right ? before : after;
  }
  out.push_back(text);
  return out;
}

std::string padded(View text, std::int64_t width, View fill, char align, std::size_t sign) {
  const auto length = static_cast<std::int64_t>(count_characters(text));
  const std::int64_t missing = std::max<std::int64_t>(0, width - length);
  const std::int64_t before = align == '<' ? 0 : align == '^' ? missing / 2 : missing;
  const std::size_t from = align == '=' ? sign : 0;
  std::string out(text.substr(0, from));
  for (std::int64_t i = 0; i < before; ++i) out += fill;
  out += text.substr(from);
  for (std::int64_t i = before; i < missing; ++i) out += fill;
  return out;
}

}  // namespace mmlint

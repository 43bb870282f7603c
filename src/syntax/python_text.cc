#include "syntax/python_text.h"

#include "base/text.h"
#include "syntax/indentation.h"

namespace mmlint::syntax {

char32_t code_point_at(std::string_view text, std::size_t at, std::size_t& length) {
  const auto lead = static_cast<unsigned char>(text[at]);
  length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > text.size()) length = 1;
  if (length == 1) return lead;
  char32_t point = lead & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    point = point << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3f);
  }
  return point;
}

bool is_python_space(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

bool is_python_word(char32_t c) {
  if (c < 0x80) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  if (c == 0xb2 || c == 0xb3 || c == 0xb9 || (c >= 0xbc && c <= 0xbe)) return true;  // ² ¼
  const bool is_mark = (c >= 0x300 && c <= 0x36f) || c == 0x200c || c == 0x200d ||
                       (c >= 0xe000 && c <= 0xf8ff) || (c >= 0xfe00 && c <= 0xfe6f);
  return !is_python_space(c) && !is_symbol(c) && !is_harmful(c) && !is_mark;
}

}  // namespace mmlint::syntax

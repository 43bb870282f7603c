#include <utf8proc.h>

#include "base/text.h"

namespace mmlint {

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 1) {
      const auto byte = static_cast<unsigned char>(text.front());
      const bool control = (byte < 0x20 && byte != '\t') || byte == 0x7F;
      width += control ? 0 : 1;
    } else {
      const char32_t character = code_point(text.substr(0, length));
      width +=
          static_cast<std::size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(character)));
    }
    text.remove_prefix(length);
  }
  return width;
}

}  // namespace mmlint

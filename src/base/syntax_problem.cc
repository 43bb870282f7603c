#include "base/syntax_problem.h"

namespace mmlint {

std::string too_large_message(std::size_t bytes) {
  return fmt::format("the file has {} bytes; files over {} are not read", bytes, kMaxBytes);
}

std::string not_utf8_message(std::string_view text, std::size_t at, std::size_t place) {
  return fmt::format("byte 0x{:02x} at offset {} is not UTF-8",
                     static_cast<unsigned char>(text[at]), place);
}

}  // namespace mmlint

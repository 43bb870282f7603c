#include <utf8proc.h>

#include "base/result.h"
#include "base/text.h"

namespace mmlint {
namespace {

constexpr char32_t kVerticalTilde = 0x2e2f;  // the one letter that no identifier may hold

bool starts_word(char32_t c) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL:
      return c != kVerticalTilde;
    default:
      return c == '_';
  }
}

bool continues_word(char32_t c) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_PC:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string nfkc(std::string_view text) {
  constexpr std::size_t kLongest = 1024;
  if (text.size() > kLongest) return std::string(text);
  utf8proc_uint8_t* normal = nullptr;
  const auto options =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &normal, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(normal, &std::free);
  MM_CHECK(size >= 0);  // no memory, or no UTF-8
  return {reinterpret_cast<const char*>(normal), static_cast<std::size_t>(size)};
}

bool is_normal_identifier(std::string_view text) {
  if (!is_identifier(text)) return false;
  if (is_ascii(text)) return true;
  if (first_invalid_utf8(text)) return false;
  for (std::size_t at = 0, size = 0; at < text.size(); at += size) {
    size = character_length(text.substr(at));
    const char32_t c = code_point(text.substr(at, size));
    if (!starts_word(c) && (at == 0 || !continues_word(c))) return false;
  }
  return nfkc(text) == text;
}

}  // namespace mmlint

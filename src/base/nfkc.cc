#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "base/internal_error.h"
#include "base/text.h"

namespace mmlint {

std::string nfkc(std::string_view text) {
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

}  // namespace mmlint

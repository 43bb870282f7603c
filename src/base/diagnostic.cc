#include "base/diagnostic.h"

namespace mmlint {

const char* to_string(Severity severity) {
  static constexpr std::array kNames = {"info", "warning", "error"};
  return kNames.at(static_cast<std::size_t>(severity));
}

const char* to_string(Safety safety) {
  static constexpr std::array kNames = {"safe", "unsafe", "display"};
  return kNames.at(static_cast<std::size_t>(safety));
}

bool before(const Diagnostic& a, const Diagnostic& b) {
  // End and message only make the order total, so that output never depends on threads.
  const auto rank = [](const Diagnostic& d) {
    return std::tie(d.primary.begin, d.code, d.key, d.primary.end, d.message);
  };
  return rank(a) < rank(b);
}

}  // namespace mmlint

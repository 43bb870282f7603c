#include "base/diagnostic.h"

#include <tuple>

#include "base/result.h"

namespace mmlint {

const char* to_string(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return "info";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  MM_CHECK(!"a severity");
}

const char* to_string(Safety safety) {
  switch (safety) {
    case Safety::kSafe:
      return "safe";
    case Safety::kUnsafe:
      return "unsafe";
    case Safety::kDisplay:
      return "display";
  }
  MM_CHECK(!"a safety");
}

bool before(const Diagnostic& a, const Diagnostic& b) {
  // End and message only make the order total, so that output never depends on threads.
  const auto rank = [](const Diagnostic& d) {
    return std::tie(d.primary.begin, d.code, d.key, d.primary.end, d.message);
  };
  return rank(a) < rank(b);
}

}  // namespace mmlint

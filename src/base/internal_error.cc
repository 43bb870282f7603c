#include "base/internal_error.h"

#include <fmt/format.h>

namespace mmlint {

void fail_check(const char* condition, const char* file, int line) {
  throw InternalError(fmt::format("{}:{}: check failed: {}", file, line, condition));
}

}  // namespace mmlint

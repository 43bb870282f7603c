#include "base/result.h"

namespace mmlint {
std::string to_string(const Error& error) {
  if (error.path.empty()) return error.message;
  if (error.line == 0) return fmt::format("{}: {}", error.path, error.message);
  return fmt::format("{}:{}: {}", error.path, error.line, error.message);
}

void fail_check(const char* condition, const char* file, int line) {
  throw InternalError(fmt::format("{}:{}: check failed: {}", file, line, condition));
}

}  // namespace mmlint

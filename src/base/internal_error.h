#pragma once

#include <stdexcept>

namespace mmlint {

// Something is wrong with mmlint itself. Thrown by MM_CHECK, caught only by the run loop in app.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void fail_check(const char* condition, const char* file, int line);

}  // namespace mmlint

#define MM_CHECK(condition) \
  ((condition) ? void() : ::mmlint::fail_check(#condition, __FILE__, __LINE__))

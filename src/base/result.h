#pragma once

#include <stdexcept>

#include "base/std.h"

#include <tl/expected.hpp>

namespace mmlint {

// Something mmlint could not do: I/O, a bad rule file, bad settings. Shown once, exit code 2.
// What is wrong with a user's document is a Diagnostic instead.
struct Error {
  std::string message;     // one sentence that says what to do
  std::string path;        // the file or folder it is about, may be empty
  std::uint32_t line = 0;  // 1-based, 0 when unknown
};

// Returns "path:line: message", without the parts that are unknown.
std::string to_string(const Error& error);

template <class T>
using Result = tl::expected<T, Error>;
using Status = tl::expected<void, Error>;

inline tl::unexpected<Error> fail(std::string message, std::string path = {},
                                  std::uint32_t line = 0) {
  return tl::unexpected<Error>(Error{std::move(message), std::move(path), line});
}

// Something is wrong with mmlint itself. Thrown by MM_CHECK, caught only by the run loop in app.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void fail_check(const char* condition, const char* file, int line);

}  // namespace mmlint

#define MM_CHECK(condition) \
  ((condition) ? void() : ::mmlint::fail_check(#condition, __FILE__, __LINE__))

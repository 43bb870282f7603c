#include "target.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <functional>

#ifdef MMLINT_COUNTED
#include "steps.h"
#endif

namespace mmlint::fuzz {
namespace {

bool is_everything = false;

#ifdef MMLINT_COUNTED
void compare(const char* what, std::uint64_t cost, const Limit& limit, std::size_t size) {
  const std::uint64_t allowed = limit.fixed + limit.each * size * std::bit_width(size);
  if (cost <= allowed) return;
  fault("too many " + std::string(what), std::to_string(cost) + " for " + std::to_string(size) +
                                             " bytes of input, which may take " +
                                             std::to_string(allowed));
}
#endif

}  // namespace

void fault(std::string_view what, std::string_view detail) {
  std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(detail.size()), detail.data());
  std::abort();
}

bool one_in(std::size_t n, std::string_view input) {
  return is_everything || std::hash<std::string_view>{}(input) % n == 0;
}

void everything() {
  is_everything = true;
}

}  // namespace mmlint::fuzz

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace mmlint;
  const std::string_view input{reinterpret_cast<const char*>(data), size};
#ifdef MMLINT_COUNTED
  // What stays, such as the catalog, is made before anything is counted.
  [[maybe_unused]] static const bool is_warm = (fuzz::run(""), true);
  const std::uint64_t steps_before = steps();
  const std::uint64_t bytes_before = allocated();
  fuzz::run(input);
  fuzz::compare("steps", steps() - steps_before, fuzz::kLimits.steps, size);
  fuzz::compare("bytes", allocated() - bytes_before, fuzz::kLimits.bytes, size);
#else
  fuzz::run(input);
#endif
  return 0;
}

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// What the fuzz targets share. Each of them defines run() and kLimits.
namespace mmlint::fuzz {

// Judges one input. A crash, a report of a sanitizer, a hang, a cost beyond kLimits or a call of
// fault() is a fault of mmlint.
void run(std::string_view input);

// What an input of n bytes may cost: `fixed` and `each` times n log2(n). Steps and bytes are those
// of steps.h; only the builds of the fuzzers count them.
struct Limit {
  std::uint64_t fixed, each;
};
struct Limits {
  Limit steps, bytes;
};
extern const Limits kLimits;

// Stops the process with a message.
[[noreturn]] void fault(std::string_view what, std::string_view detail = {});

// True for one in n inputs, always the same ones: for what costs as much as the rest together. True
// for all while a corpus is replayed (see everything()).
bool one_in(std::size_t n, std::string_view input);
// Has one_in() return true from now on.
void everything();

}  // namespace mmlint::fuzz

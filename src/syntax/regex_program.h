#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

// A compiled pattern of python_regex.h. Internal to syntax.
namespace mmlint::syntax {

inline constexpr std::size_t kForever = std::numeric_limits<std::size_t>::max();

struct CharacterRange {
  char32_t first, last;
};

struct CharacterSet {
  std::vector<CharacterRange> ranges;
  std::string categories;  // letters of \d \w \s \D \W \S
  bool negated = false;
};

struct Piece {
  enum class Kind : std::uint8_t {
    kSet,
    kGroup,
    kBegin,
    kEnd,
    kBoundary,
    kNoBoundary,
    kNever
  } kind;
  CharacterSet set;
  std::vector<std::vector<Piece>> branches;  // of a group
  std::size_t least = 1, most = 1;
  bool lazy = false;
};
using Branch = std::vector<Piece>;

std::vector<Branch> compile_regex(std::string_view pattern, std::string& error);

}  // namespace mmlint::syntax

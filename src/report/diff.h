#pragma once

#include "base/std.h"

namespace mmlint::report {

// Lines [a_begin, a_end) of one text are lines [b_begin, b_end) of the other, both counted from 0.
// At most one of the two ranges is empty: lines were inserted or deleted.
struct LineChange {
  std::size_t a_begin;
  std::size_t a_end;
  std::size_t b_begin;
  std::size_t b_end;
  friend bool operator==(const LineChange&, const LineChange&) = default;
};

// Returns the changes that turn `a` into `b`, in order, with at least one equal line between two of
// them. They cover as few lines as possible as long as few change; with thousands of changed
// lines they may cover more, so that time and memory stay bounded.
std::vector<LineChange> diff_lines(std::span<const std::string_view> a,
                                   std::span<const std::string_view> b);

}  // namespace mmlint::report

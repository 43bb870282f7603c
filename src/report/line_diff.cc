#include "report/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace mmlint::report {
namespace {

// Edits one search may find before it settles for the best path so far: at most 4 MB of memory.
constexpr std::int32_t kMaxEdits = 1000;

using Ids = std::span<const std::uint32_t>;

// Equal lines: length lines from x in a and from y in b.
struct Match {
  std::size_t x;
  std::size_t y;
  std::size_t length;
};

// The path from (0, 0) that a search took, and where it ended.
struct Path {
  std::vector<Match> matches;  // in order
  std::size_t x = 0;
  std::size_t y = 0;
};

// Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986). rounds_[d]
// holds, for each diagonal k = x - y from -d to d, the furthest x that d edits reach.
class Search {
 public:
  Search(Ids a, Ids b) : a_(a), b_(b) {}

  // To the end of both, or to the furthest point that kMaxEdits reach.
  Path run() {
    const auto n = static_cast<std::int32_t>(a_.size());
    const auto m = static_cast<std::int32_t>(b_.size());
    for (std::int32_t d = 0;; ++d) {
      rounds_.emplace_back(static_cast<std::size_t>(2 * d + 1), 0);
      for (std::int32_t k = -d; k <= d; k += 2) {
        std::int32_t x = d == 0 ? 0 : start(d, k);
        while (x < n && x - k < m && same(x, x - k)) ++x;
        at(d, k) = x;
        if (x >= n && x - k >= m) return path(d, k);
      }
      if (d == kMaxEdits) return path(d, best_diagonal(d));
    }
  }

 private:
  bool same(std::int32_t x, std::int32_t y) const {
    return a_[static_cast<std::size_t>(x)] == b_[static_cast<std::size_t>(y)];
  }
  std::int32_t& at(std::int32_t d, std::int32_t k) {
    return rounds_[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
  }
  // True if the d-th edit on the way to diagonal k inserts a line of b.
  bool inserts(std::int32_t d, std::int32_t k) {
    return k == -d || (k != d && at(d - 1, k - 1) < at(d - 1, k + 1));
  }
  // The x on diagonal k right after the d-th edit.
  std::int32_t start(std::int32_t d, std::int32_t k) {
    return inserts(d, k) ? at(d - 1, k + 1) : at(d - 1, k - 1) + 1;
  }

  // The diagonal that consumed most lines without leaving either text.
  std::int32_t best_diagonal(std::int32_t d) {
    std::int32_t best = 0;
    std::int32_t best_sum = -1;
    for (std::int32_t k = -d; k <= d; k += 2) {
      const std::int32_t x = at(d, k);
      const std::int32_t y = x - k;
      const bool inside =
          x <= static_cast<std::int32_t>(a_.size()) && y <= static_cast<std::int32_t>(b_.size());
      if (inside && x + y > best_sum) {
        best_sum = x + y;
        best = k;
      }
    }
    return best;
  }

  Path path(std::int32_t d, std::int32_t k) {
    Path found;
    found.x = static_cast<std::size_t>(at(d, k));
    found.y = static_cast<std::size_t>(at(d, k) - k);
    for (;; --d) {
      const std::int32_t begin = d == 0 ? 0 : start(d, k);
      const std::int32_t length = at(d, k) - begin;
      if (length > 0) {
        found.matches.push_back(Match{static_cast<std::size_t>(begin),
                                      static_cast<std::size_t>(begin - k),
                                      static_cast<std::size_t>(length)});
      }
      if (d == 0) break;
      k += inserts(d, k) ? 1 : -1;
    }
    std::reverse(found.matches.begin(), found.matches.end());
    return found;
  }

  Ids a_;
  Ids b_;
  std::vector<std::vector<std::int32_t>> rounds_;
};

// Small numbers for lines, so that comparing two costs nothing.
class Interned {
 public:
  std::vector<std::uint32_t> ids(std::span<const std::string_view> lines) {
    std::vector<std::uint32_t> out;
    out.reserve(lines.size());
    for (const std::string_view line : lines) {
      out.push_back(table_.emplace(line, static_cast<std::uint32_t>(table_.size())).first->second);
    }
    return out;
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> table_;
};

void append(std::vector<LineChange>& changes, const LineChange& change) {
  if (change.a_begin == change.a_end && change.b_begin == change.b_end) return;
  if (!changes.empty() && changes.back().a_end == change.a_begin &&
      changes.back().b_end == change.b_begin) {
    changes.back().a_end = change.a_end;
    changes.back().b_end = change.b_end;
    return;
  }
  changes.push_back(change);
}

}  // namespace

std::vector<LineChange> diff_lines(std::span<const std::string_view> a,
                                   std::span<const std::string_view> b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t prefix = 0;
  while (prefix < shorter && a[prefix] == b[prefix]) ++prefix;
  std::size_t suffix = 0;
  while (suffix < shorter - prefix && a[a.size() - 1 - suffix] == b[b.size() - 1 - suffix]) {
    ++suffix;
  }

  Interned interned;
  const auto a_ids = interned.ids(a.subspan(prefix, a.size() - prefix - suffix));
  const auto b_ids = interned.ids(b.subspan(prefix, b.size() - prefix - suffix));
  std::vector<LineChange> changes;
  std::size_t x = 0;  // consumed by the searches so far
  std::size_t y = 0;
  while (x < a_ids.size() || y < b_ids.size()) {
    const Path path = Search(Ids(a_ids).subspan(x), Ids(b_ids).subspan(y)).run();
    std::size_t done_x = x;
    std::size_t done_y = y;
    for (const Match& match : path.matches) {
      append(changes, LineChange{prefix + done_x, prefix + x + match.x, prefix + done_y,
                                 prefix + y + match.y});
      done_x = x + match.x + match.length;
      done_y = y + match.y + match.length;
    }
    x += path.x;
    y += path.y;
    append(changes, LineChange{prefix + done_x, prefix + x, prefix + done_y, prefix + y});
  }
  return changes;
}

}  // namespace mmlint::report

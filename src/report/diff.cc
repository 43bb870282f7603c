#include "report/diff.h"

#include "base/paths.h"
#include "report/report.h"

namespace mmlint::report {
namespace {

constexpr std::size_t kContext = 3;

// Each with its line feed; the last may lack it. Git knows no other line end.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    const std::size_t length = feed == text.npos ? text.size() : feed + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

// As quote_c_style in git's quote.c with core.quotePath on: in double quotes when a byte needs it,
// or when told.
std::string quoted(std::string_view name, bool always = false) {
  constexpr std::string_view kNamed = "\a\b\t\n\v\f\r\"\\";
  constexpr std::string_view kLetters = "abtnvfr\"\\";
  std::string out;
  bool needed = always;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const std::size_t named = kNamed.find(c);
    if (named != kNamed.npos) {
      out += '\\';
      out += kLetters[named];
    } else if (byte < 0x20 || byte >= 0x7F) {
      out += fmt::format("\\{:03o}", byte);
    } else {
      out += c;
      continue;
    }
    needed = true;
  }
  return needed ? "\"" + out + "\"" : out;
}

// The tab tells readers of "---" and "+++" lines where a name with spaces ends.
std::string terminated(const std::string& name) {
  return name + (name.find(' ') == name.npos ? "\n" : "\t\n");
}

// "12,3", as git: a count of one is left out, and no lines stand behind the line before.
std::string range(std::size_t begin, std::size_t end) {
  if (end == begin + 1) return std::to_string(end);
  return fmt::format("{},{}", end == begin ? begin : begin + 1, end - begin);
}

class FileDiff {
 public:
  explicit FileDiff(const FileChange& change)
      : a_(lines_of(change.before)), b_(lines_of(change.after)) {}

  std::string hunks() {
    const auto changes = diff_lines(a_, b_);
    for (std::size_t first = 0; first < changes.size();) {
      std::size_t last = first;
      while (last + 1 < changes.size() &&
             changes[last + 1].a_begin - changes[last].a_end <= 2 * kContext) {
        ++last;
      }
      append_hunk(std::span(changes).subspan(first, last - first + 1));
      first = last + 1;
    }
    return std::move(out_);
  }

 private:
  void append_hunk(std::span<const LineChange> changes) {
    const std::size_t before = std::min(kContext, changes.front().a_begin);
    const std::size_t after = std::min(kContext, a_.size() - changes.back().a_end);
    const std::size_t a_begin = changes.front().a_begin - before;
    const std::size_t b_begin = changes.front().b_begin - before;
    out_ += fmt::format("@@ -{} +{} @@\n", range(a_begin, changes.back().a_end + after),
                        range(b_begin, changes.back().b_end + after));
    std::size_t same = a_begin;
    for (const LineChange& change : changes) {
      append_lines(' ', a_, same, change.a_begin);
      append_lines('-', a_, change.a_begin, change.a_end);
      append_lines('+', b_, change.b_begin, change.b_end);
      same = change.a_end;
    }
    append_lines(' ', a_, same, same + after);
  }

  void append_lines(char sign, const std::vector<std::string_view>& lines, std::size_t begin,
                    std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      out_ += sign;
      out_ += lines[i];
      if (lines[i].back() != '\n') out_ += "\n\\ No newline at end of file\n";
    }
  }

  std::vector<std::string_view> a_;
  std::vector<std::string_view> b_;
  std::string out_;
};

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
    std::ranges::reverse(found.matches);
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

std::string render_diff(std::span<const FileChange> changes, const std::string& root) {
  std::string out;
  for (const FileChange& change : changes) {
    if (change.before == change.after && !change.created) continue;
    const std::string name = relative_path(change.path, root);
    const std::string hunks = FileDiff(change).hunks();
    // A new empty file has no "+++" line, so git takes the name from the first line, where it fails
    // on a folder that ends with a space unless there are quotes (git_header_name in apply.c).
    const std::string a = quoted("a/" + name, hunks.empty());
    const std::string b = quoted("b/" + name, hunks.empty());
    out += fmt::format("diff --git {} {}\n", a, b);
    if (change.created) out += "new file mode 100644\n";
    if (hunks.empty()) continue;
    out += "--- " + (change.created ? "/dev/null\n" : terminated(a));
    out += "+++ " + terminated(b);
    out += hunks;
  }
  return out;
}

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

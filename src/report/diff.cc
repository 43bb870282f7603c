#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/paths.h"
#include "report/line_diff.h"
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

}  // namespace mmlint::report

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "report/diff.h"
#include "report/report.h"

namespace mmlint::report {
namespace {

std::string diff(FileChange change) {
  change.path = "/home/mei/orchard/" + change.path;
  return render_diff(std::vector{change}, "/home/mei/orchard");
}

TEST_CASE("a changed line with three lines around it") {
  CHECK(diff({"a/b.py", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"}) ==
        "diff --git a/a/b.py b/a/b.py\n--- a/a/b.py\n+++ b/a/b.py\n"
        "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_CASE("changes seven lines apart are two hunks, six apart one") {
  const std::string six = "a\n1\n2\n3\n4\n5\n6\nb\n";
  const std::string seven = "a\n1\n2\n3\n4\n5\n6\n7\nb\n";
  CHECK(diff({"x", six, "A\n1\n2\n3\n4\n5\n6\nB\n"}) ==
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n"
        "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
  CHECK(diff({"x", seven, "A\n1\n2\n3\n4\n5\n6\n7\nB\n"}) ==
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n"
        "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST_CASE("line ends stay, and a missing one is said") {
  CHECK(diff({"x", "a\r\nb", "a\r\nc"}) ==
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n"
        "@@ -1,2 +1,2 @@\n a\r\n-b\n\\ No newline at end of file\n"
        "+c\n\\ No newline at end of file\n");
  CHECK(diff({"x", "a\rb", "a\rb\n"}) ==
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n"
        "@@ -1 +1 @@\n-a\rb\n\\ No newline at end of file\n+a\rb\n");
}

TEST_CASE("new files") {
  CHECK(diff({"x", "", "a\nb\n", true}) ==
        "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n"
        "@@ -0,0 +1,2 @@\n+a\n+b\n");
  CHECK(diff({"x", "", "", true}) == "diff --git \"a/x\" \"b/x\"\nnew file mode 100644\n");
  CHECK(diff({"x", "", "a\n"}) == "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
  CHECK(diff({"x", "a\n", ""}) == "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n");
  CHECK(diff({"x", "a\n", "a\n"}).empty());
}

TEST_CASE("names are quoted as git does") {
  const auto head = [](const std::string& name) {
    const std::string text = diff({name, "a\n", "b\n"});
    return text.substr(0, text.find("@@"));
  };
  CHECK(head("a b.py") == "diff --git a/a b.py b/a b.py\n--- a/a b.py\t\n+++ b/a b.py\t\n");
  CHECK(head("果 \"\\\t\x7f.py") ==
        "diff --git \"a/\\346\\236\\234 \\\"\\\\\\t\\177.py\" "
        "\"b/\\346\\236\\234 \\\"\\\\\\t\\177.py\"\n"
        "--- \"a/\\346\\236\\234 \\\"\\\\\\t\\177.py\"\t\n"
        "+++ \"b/\\346\\236\\234 \\\"\\\\\\t\\177.py\"\t\n");
}

}  // namespace
}  // namespace mmlint::report

namespace mmlint::report {
namespace {

using Lines = std::vector<std::string_view>;

Lines random_lines(std::mt19937& random, std::size_t count, unsigned alphabet) {
  static const std::vector<std::string> kWords = {"a", "b", "c", "d", "e", "f", "g", "h"};
  Lines lines;
  for (std::size_t i = 0; i < count; ++i) lines.push_back(kWords[random() % alphabet]);
  return lines;
}

// The number of deleted and inserted lines; fails unless the changes are in order, apart, and turn
// a into b.
std::size_t cost(const Lines& a, const Lines& b) {
  std::size_t edits = 0;
  std::size_t x = 0;
  std::size_t y = 0;
  bool is_first = true;
  const auto changes = diff_lines(a, b);
  for (const LineChange& change : changes) {
    REQUIRE(change.a_begin >= x);
    REQUIRE((is_first || change.a_begin > x));
    REQUIRE(change.a_begin - x == change.b_begin - y);
    REQUIRE(change.a_end >= change.a_begin);
    REQUIRE(change.b_end >= change.b_begin);
    REQUIRE(change.a_end + change.b_end > change.a_begin + change.b_begin);
    for (; x < change.a_begin; ++x, ++y) REQUIRE(a[x] == b[y]);
    edits += change.a_end - x + change.b_end - y;
    x = change.a_end;
    y = change.b_end;
    is_first = false;
  }
  REQUIRE(a.size() - x == b.size() - y);
  for (; x < a.size(); ++x, ++y) REQUIRE(a[x] == b[y]);
  return edits;
}

// The least number, by the table of longest common subsequences.
std::size_t least_cost(const Lines& a, const Lines& b) {
  std::vector<std::vector<std::size_t>> common(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      common[i][j] = a[i - 1] == b[j - 1] ? common[i - 1][j - 1] + 1
                                          : std::max(common[i - 1][j], common[i][j - 1]);
    }
  }
  return a.size() + b.size() - 2 * common[a.size()][b.size()];
}

TEST_CASE("small texts") {
  CHECK(diff_lines(Lines{}, Lines{}).empty());
  CHECK(diff_lines(Lines{"a"}, Lines{"a"}).empty());
  CHECK(diff_lines(Lines{}, Lines{"a"}) == std::vector{LineChange{0, 0, 0, 1}});
  CHECK(diff_lines(Lines{"a"}, Lines{}) == std::vector{LineChange{0, 1, 0, 0}});
  CHECK(diff_lines(Lines{"a", "b", "c"}, Lines{"a", "x", "c"}) ==
        std::vector{LineChange{1, 2, 1, 2}});
  CHECK(diff_lines(Lines{"a", "b", "c", "d"}, Lines{"x", "b", "c"}) ==
        std::vector{LineChange{0, 1, 0, 1}, LineChange{3, 4, 3, 3}});
}

TEST_CASE("the least number of lines, on random texts") {
  std::mt19937 random(20240611);
  for (int round = 0; round < 2000; ++round) {
    const unsigned alphabet = 1 + random() % 8;
    const Lines a = random_lines(random, random() % 24, alphabet);
    const Lines b = random_lines(random, random() % 24, alphabet);
    REQUIRE(cost(a, b) == least_cost(a, b));
  }
}

TEST_CASE("texts that differ everywhere stay within bounds and are still turned into each other") {
  std::mt19937 random(7);
  const Lines a = random_lines(random, 6000, 8);
  const Lines b = random_lines(random, 5000, 8);
  CHECK(cost(a, b) < 11000);
  const Lines none(20000, "none of it");
  CHECK(cost(a, none) == 26000);
  CHECK(cost(none, b) == 25000);
}

TEST_CASE("a thousand small changes in a large text") {
  std::vector<std::string> text;
  for (int i = 0; i < 40000; ++i) text.push_back("line " + std::to_string(i));
  const Lines a(text.begin(), text.end());
  Lines b = a;
  for (std::size_t i = 0; i < b.size(); i += 40) b[i] = "changed";
  CHECK(cost(a, b) == 2000);
}

}  // namespace
}  // namespace mmlint::report

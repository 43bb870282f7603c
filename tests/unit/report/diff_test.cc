#include <string>
#include <vector>

#include <doctest/doctest.h>

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

#include "fix/text/enclosing.h"

#include <doctest/doctest.h>

#include "unit/fix/edited.h"

namespace mmlint {
namespace {

// The lines on which the statements begin that hold the one with this text, the outermost first.
std::vector<std::uint32_t> lines(const std::string& text, std::string_view stmt,
                                 std::string* function = nullptr) {
  test::Edited file(text);
  const std::uint32_t begin = file.offset(stmt);
  const auto found =
      fix::enclosing(file.document, file.parser,
                     {file.source.id(), begin, begin + static_cast<std::uint32_t>(stmt.size())});
  std::vector<std::uint32_t> out;
  for (const fix::EnclosingStatement& one : found)
    out.push_back(file.source.lines().position(one.stmt->begin).line);
  if (const auto* around = fix::function_around(found); around && function)
    *function = std::string(around->name);
  if (!found.empty()) {
    CHECK(found.front().block.empty());
    CHECK(found.back().stmt->begin == begin);
  }
  return out;
}

using Lines = std::vector<std::uint32_t>;

TEST_CASE("a statement is found in blocks of every kind") {
  CHECK(lines("a = 1\nb = 2\n", "b = 2") == Lines{2});
  CHECK(lines("if a:\n  b = 1\nelse:\n  c = 1\n", "c = 1") == Lines{1, 4});
  CHECK(lines("for a in b:\n  c = 1\nelse:\n  d = 1\n", "d = 1") == Lines{1, 4});
  CHECK(lines("while a:\n  with b:\n    c = 1\n", "c = 1") == Lines{1, 2, 3});
  const std::string attempt =
      "try:\n  a = 1\nexcept E:\n  b = 1\nelse:\n  c = 1\nfinally:\n  d = 1\n";
  CHECK(lines(attempt, "a = 1") == Lines{1, 2});
  CHECK(lines(attempt, "b = 1") == Lines{1, 4});
  CHECK(lines(attempt, "c = 1") == Lines{1, 6});
  CHECK(lines(attempt, "d = 1") == Lines{1, 8});
}

TEST_CASE("the innermost function around it") {
  const std::string text =
      "class A:\n  def f(self):\n    def g():\n      a = 1\n    b = 2\nc = 3\n";
  std::string function;
  CHECK(lines(text, "a = 1", &function) == Lines{1, 2, 3, 4});
  CHECK(function == "g");
  CHECK(lines(text, "b = 2", &function) == Lines{1, 2, 5});
  CHECK(function == "f");
  function.clear();
  CHECK(lines(text, "c = 3", &function) == Lines{6});
  CHECK(function.empty());
}

TEST_CASE("bytes that are no statement are in none") {
  CHECK(lines("if a:\n  b = f(1)\n", "f(1)").empty());
  CHECK(lines("a = 1\n", "a = ").empty());
}

}  // namespace
}  // namespace mmlint

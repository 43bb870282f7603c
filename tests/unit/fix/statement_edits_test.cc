#include "fix/text/statement_edits.h"

#include <doctest/doctest.h>

#include "unit/fix/edited.h"

namespace mmlint {
namespace {

using test::Edited;

std::string without_statement(const std::string& text, std::size_t i) {
  Edited file(text);
  return file.after(fix::remove_statement(file.document, file.statement(i)));
}

std::string without_key(const std::string& text, std::string_view key) {
  Edited file(text);
  return file.after(fix::remove_keys(file.document, {file.offset(key)}));
}

std::string without_comment(const std::string& text) {
  Edited file(text);
  const std::uint32_t begin = file.offset("#");
  const std::size_t end = text.find_first_of("\r\n", begin);
  return file.after({fix::remove_comment(
      file.document, {file.source.id(), begin,
                      static_cast<std::uint32_t>(end == std::string::npos ? text.size() : end)})});
}

std::string with_statement(const std::string& text, std::size_t after) {
  Edited file(text);
  return file.after({fix::add_statement(file.document, after, "z = 1")});
}

std::string without_import(const std::string& text, std::size_t name) {
  Edited file(text);
  return file.after(
      fix::remove_import(file.document, syntax::as<syntax::ImportFrom>(file.statement(0)), name));
}

TEST_CASE("a statement goes with its line, unless something else stands there") {
  CHECK(without_statement("a = 1\nb = 2\nc = 3\n", 1) == "a = 1\nc = 3\n");
  CHECK(without_statement("a = 1\r\nb = 2\r\nc = 3\r\n", 1) == "a = 1\r\nc = 3\r\n");
  CHECK(without_statement("a = 1\nb = 2", 1) == "a = 1\n");
  CHECK(without_statement("a = dict(\n    b=1)\nc = 3\n", 0) == "c = 3\n");
  CHECK(without_statement("a = 1; b = 2\n", 0) == "a = 1; b = 2\n");
  CHECK(without_statement("a = 1  # one\n", 0) == "a = 1  # one\n");
}

TEST_CASE("a key goes, be it an entry or an assignment") {
  CHECK(without_key("a = dict(b=1, c=2)\nd = 3\n", "b=") == "a = dict(c=2)\nd = 3\n");
  CHECK(without_key("a = dict(b=dict(c=2))\n", "c=") == "a = dict(b=dict())\n");
  CHECK(without_key("a = 1\nd = 3\n", "d") == "a = 1\n");
  CHECK(without_key("a = 1; d = 3\n", "d") == "a = 1; d = 3\n");
  CHECK(without_key("a = 1\n", "=") == "a = 1\n");
}

TEST_CASE("a comment goes with its line or with the blanks before it") {
  CHECK(without_comment("a = 1\n  # alone\nb = 2\n") == "a = 1\nb = 2\n");
  CHECK(without_comment("a = 1  # behind\nb = 2\n") == "a = 1\nb = 2\n");
  CHECK(without_comment("# alone\r\nb = 2\r\n") == "b = 2\r\n");
  CHECK(without_comment("a = 1  # behind\r\nb = 2\r\n") == "a = 1\r\nb = 2\r\n");
  CHECK(without_comment("a = 1\n# the end") == "a = 1\n");
}

TEST_CASE("a statement is added on a line of its own") {
  CHECK(with_statement("a = 1\nb = 2\n", 0) == "a = 1\nz = 1\nb = 2\n");
  CHECK(with_statement("a = 1  # one\nb = 2\n", 0) == "a = 1  # one\nz = 1\nb = 2\n");
  CHECK(with_statement("a = dict(\n    b=1)\nb = 2\n", 0) == "a = dict(\n    b=1)\nz = 1\nb = 2\n");
  CHECK(with_statement("a = 1\r\nb = 2\r\n", 0) == "a = 1\r\nz = 1\r\nb = 2\r\n");
}

TEST_CASE("the end of a file may lack its line end") {
  CHECK(with_statement("a = 1\n", 1) == "a = 1\nz = 1\n");
  CHECK(with_statement("a = 1", 1) == "a = 1\nz = 1");
  CHECK(with_statement("a = 1", 0) == "a = 1\nz = 1");
  CHECK(with_statement("", 0) == "z = 1\n");
  CHECK(with_statement("a = 1\r\nb = 2", 2) == "a = 1\r\nb = 2\r\nz = 1");
}

TEST_CASE("a byte order mark stays in front of the text") {
  const std::string bom = "\xEF\xBB\xBF";
  CHECK(with_statement(bom + "a = 1\nb = 2\n", 0) == bom + "a = 1\nz = 1\nb = 2\n");
  CHECK(without_statement(bom + "a = 1\nb = 2\n", 1) == bom + "a = 1\n");
}

TEST_CASE("a name of an import goes, and the import with the last one") {
  CHECK(without_import("from a import b, c, d\n", 0) == "from a import c, d\n");
  CHECK(without_import("from a import b, c, d\n", 1) == "from a import b, d\n");
  CHECK(without_import("from a import b, c, d\n", 2) == "from a import b, c\n");
  CHECK(without_import("from a import (b, c as x)\n", 1) == "from a import (b)\n");
  CHECK(without_import("from a import b\nc = 1\n", 0) == "c = 1\n");
}

}  // namespace
}  // namespace mmlint

namespace mmlint {
namespace {

// The lines on which the statements begin that hold the one with this text, the outermost first.
std::vector<std::uint32_t> lines(const std::string& text, std::string_view stmt,
                                 std::string* function = nullptr) {
  test::Edited file(text);
  const std::uint32_t begin = file.offset(stmt);
  const auto found = fix::enclosing(
      file.document, {file.source.id(), begin, begin + static_cast<std::uint32_t>(stmt.size())});
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

namespace mmlint {
namespace {

using namespace fix;  // NOLINT: what is tested

TEST_CASE("lines end with any of the three line ends") {
  const std::string_view text = "ab\r\ncd\ref\ngh";
  CHECK(begin_of_line(text, 1) == 0);
  CHECK(end_of_line(text, 0) == 2);
  CHECK(begin_of_next_line(text, 1) == 4);
  CHECK(begin_of_line(text, 5) == 4);
  CHECK(begin_of_next_line(text, 4) == 7);
  CHECK(begin_of_next_line(text, 7) == 10);
  CHECK(begin_of_next_line(text, 10) == text.size());
  CHECK(end_of_line(text, 11) == text.size());
}

TEST_CASE("the indentation in front of a place, if nothing else is there") {
  const std::string_view text = "a = (\n \tb, c)";
  CHECK(indent_before(text, 0) == "");
  CHECK(indent_before(text, 8) == " \t");
  CHECK_FALSE(indent_before(text, 11));
}

TEST_CASE("the next token is behind blanks, comments and joined lines") {
  const std::string_view text = "a  # one\n  # two\r\n\t\\\n, b #";
  CHECK(text[next_token(text, 1)] == ',');
  CHECK(next_token(text, 0) == 0);
  CHECK(next_token(text, static_cast<std::uint32_t>(text.size()) - 2) == text.size());
}

TEST_CASE("blanks and line ends are nothing") {
  const std::string_view text = "a \t\r\n b # c";
  CHECK(is_blank(text, 1, 6));
  CHECK(is_blank(text, 3, 3));
  CHECK_FALSE(is_blank(text, 1, 7));
  CHECK_FALSE(is_blank(text, 7, 9));
}

}  // namespace
}  // namespace mmlint

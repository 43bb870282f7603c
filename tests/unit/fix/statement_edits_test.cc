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
  return file.after(fix::remove_keys(file.document, file.parser, {file.offset(key)}));
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

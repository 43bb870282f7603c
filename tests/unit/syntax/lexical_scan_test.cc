#include "syntax/lexical_scan.h"

#include <doctest/doctest.h>

using namespace mmlint::syntax;

namespace {

// The statements' texts, joined by '|'.
std::string statements(std::string_view text) {
  std::string result;
  for (const ScannedStatement& each : scan(text).statements) {
    if (!result.empty()) result += '|';
    result += text.substr(each.begin, each.end - each.begin);
  }
  return result;
}

std::string first_problem(std::string_view text) {
  const ScanResult result = scan(text);
  if (result.too_deep) return result.too_deep->message;
  return result.problems.empty() ? "" : result.problems.front().message;
}

}  // namespace

TEST_CASE("statements run from their first token to their last") {
  CHECK(statements("") == "");
  CHECK(statements("\n# c\n\n") == "");
  CHECK(statements("a = 1  # c\nb = 2") == "a = 1|b = 2");
  CHECK(statements("a = 1; b = 2 ;# c\nc") == "a = 1|b = 2|c");
  CHECK(statements("x = [\n1, # ]\n2]\ny") == "x = [\n1, # ]\n2]|y");
  CHECK(statements("x = 1 + \\\n  2\ny") == "x = 1 + \\\n  2|y");
  CHECK(statements("a\r\nb\rc\n") == "a|b|c");
  CHECK(statements("s = '''a\nb # c\n'''\nt") == "s = '''a\nb # c\n'''|t");
  CHECK(statements("s = 'it\\'s; # no'; t") == "s = 'it\\'s; # no'|t");
  CHECK(statements("s = r'\\'; t = '") == "s = r'\\'; t = '");
}

TEST_CASE("clauses, blocks and decorators belong to their statement") {
  CHECK(statements("if a: b\nelse: c\nd") == "if a: b\nelse: c|d");
  CHECK(statements("if a:\n  b\n\n# c\nelif d:\n  e;\nf") == "if a:\n  b\n\n# c\nelif d:\n  e;|f");
  CHECK(statements("try: a\nexcept b: c\nfinally: d\ne") == "try: a\nexcept b: c\nfinally: d|e");
  CHECK(statements("@a\n@b(1)\n\ndef f():\n  pass\ng") == "@a\n@b(1)\n\ndef f():\n  pass|g");
  CHECK(statements("else_ = 1\nelse_") == "else_ = 1|else_");
  CHECK(statements("if a: b; c\nd") == "if a: b; c|d");
  CHECK(statements("match a:\n  case 1: b\nc") == "match a:\n  case 1: b|c");
  const ScanResult result = scan("if a: b\nmatch = 1\n@c\ndef d(): e");
  REQUIRE(result.statements.size() == 3);
  CHECK(result.statements[0].compound);
  CHECK_FALSE(result.statements[1].compound);
  CHECK(result.statements[2].compound);
}

TEST_CASE("a block behind a line that ends with a semicolon lacks the colon there") {
  const ScanResult result = scan("except a;\n b\n");
  REQUIRE(result.problems.size() == 1);
  CHECK(result.problems[0].message == "expected ':'");
  CHECK(result.problems[0].offset == 8);
}

TEST_CASE("comments and templates are found wherever they stand") {
  const ScanResult result = scan("a = '#{{' # {{ b\nc = [ # d\r\n]{{{");
  REQUIRE(result.comments.size() == 2);
  CHECK(result.comments[0] == std::pair<std::uint32_t, std::uint32_t>{10, 16});
  CHECK(result.comments[1] == std::pair<std::uint32_t, std::uint32_t>{23, 26});
  CHECK(result.templates == std::vector<std::uint32_t>{6, 12, 29, 30});
}

TEST_CASE("what is wrong is said as CPython says it") {
  CHECK(first_problem("x = (1,\n") == "'(' was never closed");
  CHECK(first_problem("x = 1)") == "unmatched ')'");
  CHECK(first_problem("x = (1]") ==
        "closing parenthesis ']' does not match opening parenthesis '('");
  CHECK(first_problem("x = (1,\n2]") ==
        "closing parenthesis ']' does not match opening parenthesis '(' on line 1");
  CHECK(first_problem("a\nx = 'b") == "unterminated string literal (detected at line 2)");
  CHECK(first_problem("x = '''b\n\n") ==
        "unterminated triple-quoted string literal (detected at line 2)");
  CHECK(first_problem("  a") == "unexpected indent");
  CHECK(first_problem("a\n  b") == "unexpected indent");
  CHECK(first_problem("if a:\n    b\n  c") ==
        "unindent does not match any outer indentation level");
  CHECK(first_problem("if a:\n\tb\n        c") ==
        "inconsistent use of tabs and spaces in indentation");
  CHECK(first_problem("\nif a:\nb") == "expected an indented block after 'if' statement on line 2");
  CHECK(first_problem("class A:") == "expected an indented block after class definition on line 1");
  CHECK(first_problem("a = 1\\ \n") == "unexpected character after line continuation character");
  CHECK(first_problem("a =\xc2\xa0"
                      "1") == "invalid non-printable character U+00A0");
  CHECK(first_problem("a = [1\xef\xbc\x8c 2]") == "invalid character '\xef\xbc\x8c' (U+FF0C)");
  CHECK(first_problem("a = 1; if b: c") == "invalid syntax");
  CHECK(first_problem("a;; b") == "invalid syntax");
}

TEST_CASE("a backslash alone on the last line continues what is not there") {
  const std::string wrong = "unexpected EOF while parsing";
  for (const char* text : {"\\", "\\\n", "x\n\\\n", "x\n\\\r\n", "x\n\\\r", "x\n  \\\n",
                           "x\n\f\\\n", "if 1:\n  x\n\\\n", "x\n\\\n\\\n", "x \\\n"})
    CHECK(first_problem(text) == wrong);
  for (const char* text : {"x\n\\\n\n", "x\n\\\n  ", "x\n\\\n# c", "x\n\\\ny", "x # \\\n"})
    CHECK(first_problem(text) == "");
}

TEST_CASE("a statement has one problem and others keep theirs") {
  const ScanResult result = scan("a = )))\nb = 1\nc = 'd\n");
  REQUIRE(result.problems.size() == 2);
  CHECK(result.problems[0].statement == 0);
  CHECK(result.problems[0].offset == 4);
  CHECK(result.problems[1].statement == 2);
  CHECK(result.statements.size() == 3);
}

TEST_CASE("hostile texts end the scan early") {
  CHECK(first_problem(std::string(200, '(') + std::string(200, ')')) == "");
  const ScanResult deep = scan(std::string(5u << 20, '['));
  REQUIRE(deep.too_deep);
  CHECK(deep.too_deep->offset == kMaxBrackets);
  REQUIRE(deep.statements.size() == 1);
  CHECK(deep.statements[0].end == 5u << 20);

  std::string many;
  for (std::size_t i = 0; i < kMaxStatements + 10; ++i) many += "a\n";
  const ScanResult all = scan(many);
  CHECK(all.too_many);
  CHECK(all.statements.size() == kMaxStatements);

  std::string blocks;
  for (int i = 0; i < 150; ++i) blocks += std::string(i, ' ') + "if a:\n";
  CHECK(first_problem(blocks) == "too many levels of indentation");
}

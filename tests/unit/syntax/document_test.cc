#include "syntax/document.h"

#include <doctest/doctest.h>

using namespace mmlint;
using namespace mmlint::syntax;

namespace {

struct Parsed {
  explicit Parsed(std::string bytes)
      : source(FileId{0}, "/project/config.py", std::move(bytes)), document(source) {
    document.parse_all();
  }
  std::string_view text(std::uint32_t begin, std::uint32_t end) const {
    return source.bytes().substr(begin, end - begin);
  }
  // "line: message" of the first problem.
  std::string problem() const {
    if (document.problems().empty()) return "";
    const SyntaxProblem& first = document.problems().front();
    return std::to_string(source.lines().position(first.span.begin).line) + ": " + first.message;
  }
  const Stmt& stmt(std::size_t i) { return *document.statement(i); }

  Source source;
  Document document;
};

}  // namespace

TEST_CASE("statements are named and parsed one by one") {
  Parsed parsed(
      "from a import b\nmodel = dict(type='M')\n_base_ += c\nx: int = 1\nd.e = f\nf(1)\n");
  const auto ranges = parsed.document.statements();
  REQUIRE(ranges.size() == 6);
  CHECK(ranges[0].keyword == "from");
  CHECK(ranges[0].name == "");
  CHECK(ranges[1].name == "model");
  CHECK(ranges[2].keyword == "_base_");
  CHECK(ranges[2].name == "");
  CHECK(ranges[3].name == "x");
  CHECK(ranges[4].keyword == "d");
  CHECK(ranges[4].name == "");
  CHECK(ranges[5].name == "");
  CHECK(parsed.problem() == "");

  const auto& assign = as<Assign>(parsed.stmt(1));
  CHECK(assign.kind == StmtKind::kAssign);
  const auto& call = as<Call>(*assign.value);
  CHECK(parsed.text(call.begin, call.end) == "dict(type='M')");
  CHECK(parsed.text(call.open, call.open + 1) == "(");
  REQUIRE(call.arguments.size() == 1);
  CHECK(call.arguments[0].name == "type");
  CHECK(parsed.text(call.arguments[0].begin, call.arguments[0].end) == "type='M'");
  CHECK(as<String>(*call.arguments[0].value).value == "M");
}

TEST_CASE("a statement that is not valid does not hide the others") {
  Parsed parsed("a = dict(x=1 y=2)\nb = 3\nc = dict(x=1, x=2)\n");
  CHECK(parsed.document.statement(0) == nullptr);
  CHECK(parsed.document.statement(1) != nullptr);
  CHECK(parsed.document.statement(2) == nullptr);
  REQUIRE(parsed.document.problems().size() == 2);
  CHECK(parsed.problem() == "1: invalid syntax. Perhaps you forgot a comma?");
  const SyntaxProblem& second = parsed.document.problems()[1];
  CHECK(second.message == "keyword argument repeated: x");
  CHECK(parsed.text(second.span.begin, second.span.end) == "x=2");
}

TEST_CASE("a statement may be empty") {
  Parsed parsed("; = 1\nb = 2\n");
  CHECK(parsed.problem() == "1: invalid syntax");
  CHECK(parsed.document.statements().back().name == "b");
}

TEST_CASE("problems in CPython's words") {
  CHECK(Parsed("print 'a'").problem() ==
        "1: Missing parentheses in call to 'print'. Did you mean print(...)?");
  CHECK(Parsed("f(a=1, b)").problem() == "1: positional argument follows keyword argument");
  CHECK(Parsed("x = 1\nreturn x").problem() == "2: 'return' outside function");
  CHECK(Parsed("1 = x").problem() ==
        "1: cannot assign to literal here. Maybe you meant '==' instead of '='?");
  CHECK(Parsed("f() = x").problem() ==
        "1: cannot assign to function call here. Maybe you meant '==' instead of '='?");
  CHECK(Parsed("f(a.b=1)").problem() ==
        "1: expression cannot contain assignment, perhaps you meant \"==\"?");
  CHECK(Parsed("a = {\n'b': 1,\n'c': (2,\n}\n").problem() ==
        "4: closing parenthesis '}' does not match opening parenthesis '(' on line 3");
  CHECK(Parsed("if a\n  b").problem() == "1: expected ':'");
  CHECK(Parsed("if a: b\nelse c").problem() == "2: invalid syntax");
  CHECK(Parsed("for a in b").problem() == "1: expected ':'");
  CHECK(Parsed("a = 017").problem().find("leading zeros") != std::string::npos);
  CHECK(Parsed("a = 1abc").problem() == "1: invalid decimal literal");
  CHECK(Parsed("a = 'b' b'c'").problem() == "1: cannot mix bytes and nonbytes literals");
  CHECK(Parsed("f'{}'").problem() == "1: f-string: empty expression not allowed");
  CHECK(Parsed("def f(a=1, b): pass").problem() ==
        "1: non-default argument follows default argument");
  CHECK(Parsed("a = 1\nfrom __future__ import division").problem() ==
        "2: from __future__ imports must occur at the beginning of the file");
}

TEST_CASE("a byte order mark is a problem, and what follows is read") {
  Parsed parsed(
      "\xef\xbb\xbf"
      "a = 1\n");
  REQUIRE(parsed.document.problems().size() == 1);
  const SyntaxProblem& problem = parsed.document.problems()[0];
  CHECK(problem.kind == SyntaxProblem::Kind::kBom);
  CHECK(problem.message.find("byte order mark") != std::string::npos);
  CHECK(problem.span.end == 3);
  REQUIRE(parsed.document.statements().size() == 1);
  CHECK(parsed.document.statements()[0].begin == 3);
  const auto& assign = as<Assign>(parsed.stmt(0));
  CHECK(parsed.text(assign.value->begin, assign.value->end) == "1");
}

TEST_CASE("texts that are not read") {
  Parsed latin("a = '\xe9'");
  CHECK(latin.document.problems()[0].kind == SyntaxProblem::Kind::kNotUtf8);
  CHECK(latin.document.problems()[0].span.begin == 5);
  CHECK(latin.document.statements().empty());
  Parsed nul(std::string("a\0b", 3));
  CHECK(nul.problem() == "1: source code cannot contain null bytes");
  Parsed large(std::string(kMaxBytes + 1, '\n'));
  CHECK(large.document.problems()[0].kind == SyntaxProblem::Kind::kTooLarge);
}

TEST_CASE("all kinds of line ends") {
  Parsed cr("a = [\r1,\r]\rb = '''c\rd'''\r");
  CHECK(cr.problem() == "");
  REQUIRE(cr.document.statements().size() == 2);
  CHECK(as<String>(*as<Assign>(cr.stmt(1)).value).value == "c\nd");
  CHECK(cr.text(cr.stmt(1).begin, cr.stmt(1).end) == "b = '''c\rd'''");
  Parsed crlf("if a:\r\n  b = '''c\r\nd'''\r\nelse:\r\n  e = 'f\\\r\ng'\r\n");
  CHECK(crlf.problem() == "");
  const auto& branch = as<If>(crlf.stmt(0));
  CHECK(as<String>(*as<Assign>(*branch.then[0]).value).value == "c\nd");
  CHECK(as<String>(*as<Assign>(*branch.otherwise[0]).value).value == "fg");
}

TEST_CASE("suppressions") {
  Parsed parsed(
      "a = 1  # mmlint: ignore[MM101, MM301]\n# mmlint: ignore\nb = [\n1,  #mmlint:ignore[MM1]\n]\n"
      "c = '# mmlint: ignore'\n");
  const auto& found = parsed.document.suppressions().comments;
  REQUIRE(found.size() == 3);
  CHECK(parsed.text(found[0].comment.begin, found[0].comment.end) ==
        "# mmlint: ignore[MM101, MM301]");
  CHECK(found[0].rules.size() == 2);
  CHECK_FALSE(found[1].suppresses);
  CHECK(found[2].rules.size() == 1);
}

// The line on which the statement of a suppression begins, for each of them; 0 for none.
std::vector<std::uint32_t> lines_of_statements(const std::string& text) {
  Parsed parsed(text);
  const Suppressions& found = parsed.document.suppressions();
  std::vector<std::uint32_t> out;
  for (const Suppression& each : found.comments) {
    const std::size_t i = found.statement_at(each.comment.begin);
    const bool known = i < found.statements.size();
    out.push_back(known ? parsed.source.lines().position(found.statements[i].begin).line : 0);
  }
  return out;
}

TEST_CASE("a suppression holds for a logical line") {
  using Lines = std::vector<std::uint32_t>;
  const std::string mark = "# mmlint: ignore[MM1]\n";
  CHECK(lines_of_statements("a = dict(" + mark + "b=1,\n  " + mark + "c=2) " + mark + "d = 1\n") ==
        Lines{1, 1, 1});
  CHECK(lines_of_statements("a = 1\n" + mark + "# more\n\nb = [\n1]\n" + mark) == Lines{5, 0});
  CHECK(lines_of_statements("a = 1; b = \"\"\"\n\"\"\" " + mark + "c = \\\n 1 " + mark) ==
        Lines{1, 3});
  CHECK(lines_of_statements("a = 1; " + mark + "b = 1\n") == Lines{1});
  CHECK(lines_of_statements("if a:\n  b()\n  " + mark + "  c(\n" + mark + ")\nelse: " + mark) ==
        Lines{4, 4, 7});
  CHECK(lines_of_statements("@a\n" + mark + "def f():  " + mark + "  " + mark + "  b()\r\n") ==
        Lines{1, 1, 5});
  CHECK(lines_of_statements("\xef\xbb\xbf" + mark + "a = 1\r" + mark + "b = 1\r") == Lines{2, 4});
}

TEST_CASE("deep nodes are refused, not followed") {
  const auto kind = [](const std::string& text) {
    Parsed parsed(text);
    REQUIRE(parsed.document.problems().size() == 1);
    return parsed.document.problems()[0].kind;
  };
  std::string sum = "x = 'a'";
  std::string chain = "x = a";
  for (int i = 0; i < 5000; ++i) {
    sum += " + 'a'";
    chain += ".b";
  }
  CHECK(kind(sum) == SyntaxProblem::Kind::kTooDeep);
  CHECK(kind(chain) == SyntaxProblem::Kind::kTooDeep);
  CHECK(kind("x = " + std::string(1u << 20, '-') + "1") == SyntaxProblem::Kind::kTooDeep);
  CHECK(kind(std::string(10'000, '[') + std::string(10'000, ']')) ==
        SyntaxProblem::Kind::kSyntaxError);
  std::string dicts = "x = ";
  for (int i = 0; i < 150; ++i) dicts += "dict(a=";
  CHECK(Parsed(dicts + "1" + std::string(150, ')')).problem() == "");
}

TEST_CASE("nodes that are forgotten are parsed again, and those that are kept stay") {
  Parsed parsed("a = 'x\\x41'\nb = (\n");
  const Stmt* before = &parsed.stmt(0);
  const std::string_view value = as<String>(*as<Assign>(*before).value).value;
  CHECK(value == "xA");
  const std::string problem = parsed.problem();
  parsed.document.forget_nodes();
  CHECK(value == "xA");
  CHECK(as<String>(*as<Assign>(parsed.stmt(0)).value).value == "xA");
  CHECK(parsed.problem() == problem);
  CHECK(parsed.document.statement(1) == nullptr);
  CHECK(parsed.document.problems().size() == 1);
  parsed.document.forget_all();
  CHECK(as<String>(*as<Assign>(parsed.stmt(0)).value).value == "xA");
  before = &parsed.stmt(0);
  parsed.document.keep_nodes();
  parsed.document.forget_all();
  CHECK(&parsed.stmt(0) == before);
}

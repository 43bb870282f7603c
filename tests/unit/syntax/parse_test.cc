#include "syntax/parse.h"

#include <doctest/doctest.h>

#include <string>

using namespace mmlint;
using namespace mmlint::syntax;

namespace {

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (; times > 0; --times) result += text;
  return result;
}

// The problem of a statement; an empty message if it is valid.
SyntaxProblem problem_of(const std::string& text) {
  std::pmr::monotonic_buffer_resource arena;
  const OffsetMap map;
  std::vector<SyntaxProblem> problems;
  const auto end = static_cast<std::uint32_t>(text.size());
  const Stmt* stmt = parse({text, 0, end, map, FileId{}, arena, arena}, problems);
  REQUIRE(problems.size() == (stmt == nullptr ? 1 : 0));
  return problems.empty() ? SyntaxProblem{} : problems.front();
}

bool takes(const std::string& text) {
  return problem_of(text).message.empty();
}
bool is_too_deep(const std::string& text) {
  return problem_of(text).kind == SyntaxProblem::Kind::kTooDeep;
}

}  // namespace

TEST_CASE("all of Python is parsed") {
  for (const char* text : {
           "a = 1",
           "a=-1.5e-3",
           "a = 1_000",
           "_base_ = ['./a.py', \"b.py\"]",
           "a = dict(type='A', b=dict(c=[1, 2], d=(1, 2)))",
           "a = x.y.z(1, b=2,)",
           "a = ('x' r'\\d'\n  'y')",
           "a = {'k': None, 'l': {True, False}}",
           "a = dict(  # what\n    b=1,  # why\n)",
           "a = 2 * 8 + b // -3 ** 2",
           "a = '{}'.format(b)",
           "a = ()",
           "a = (1,)",
           "a = {}",
           "a = [\r\n]",
           "type = match",
           "a = b'\\x00'",
           "a = b['c'][0].d[1:-1, ::2][:]",
           "a = dict(**b, c=1, **{'d': 2})",
           "a = f(*b, c, *d, e=1, *g, **h)",
           "a = [*b, 1, *c.d]",
           "a = {**b, 'c': 1, **d}",
           "a = {*b, 1}",
           "a = [b for b in c]",
           "a = [\n    dict(x=b, y=c)\n    for b, c in zip(d, e) if b\n    for f in c if f if not "
           "b\n]",
           "a = {b: c for (b, c) in d.items()}",
           "a = {b for [b, c] in d}",
           "a = sum(b for b in c)",
           "a = (b for b, in c)",
           "a = b if c else d if e else f",
           "a = not b and c or d in e and f not in g",
           "a = b < c <= d is not None",
           "a = b | c ^ d & e << 1 @ f",
           "a = f'b'",
           "a = f'b{c}d{{e}}{f.g[0]!r:>10}' 'h\\n' rf\"{i['j']:.2f}\"",
           "a = b, c",
           "a = b = c.d = e[0] = 1",
           "a, b = c",
           "(a, [b, c]) = d",
           "a += 1",
           "a['b'] **= 2",
           "a.b.c = 1",
           "a",
           "a.update(b=1)",
           "'docstring'",
           "a == 1",
           "del a, b.c, d['e']",
           "pass",
           "import a.b.c as d, e",
           "from a.b import c, d as e",
           "from ..a import *",
           "from . import (  # why\n    a,\n    b as c,\n)",
           "with read_base():\n    from .a import *\n\n    # why\n    from .b import c",
           "if a:\n  b = 1  # why\nelif c:\n  pass\nelse:\n    d()\n    e()",
           "for a, b in c:\n    if a:\n        continue\n    d.append(a)\nelse:\n    e = 1",
           "if a:\r\n    b = 1\r\n",
           "a: int",
           "a.b: dict[str, int] = {}",
           "a = 0xff + 0b1 + 0o17",
           "a = ...",
           "a = *b, c",
           "a, *b = c",
           "a = lambda: 0",
           "a = lambda b, *c, d=1, **e: b if c else lambda: d",
           "a = (b := 1)",
           "a = f(b := 1)",
           "a = f'\\n{b}\\t'",
           "a = f'{(lambda: 1)()}'",
           "a = \\\n 1",
           "a = b \\\n + c",
           "print(a)",
           "matches.append(b)",
           "a, b,",
           "assert a, \\\n    'b'",
           "global a, b",
           "raise",
           "raise A(b) from c",
           "if a: b = 1",
           "if a: b = 1; c()\nelse: pass",
           "if a:\n  b = 1; c = 2",
           "if a := b():\n  c",
           "for a in b:\n  def c(): pass",
           "with a as b:\n  c = 1",
           "with a, b.c as d.e, f:\n  c = 1",
           "while a:\n  break\nelse:\n  pass",
           "try:\n  a = 1\nexcept b:\n  c = 1",
           "try:\n  a\nexcept (b, c) as d:\n  e\nexcept:\n  f\nelse:\n  g\nfinally:\n  h",
           "try:\n  a\nfinally:\n  b",
           "def f(): pass",
           "def f(a, /, b: int = 1, *, c: A[int] = None, **d: Any) -> A['b']:\n  return a, b",
           "def f(*a, b=1):\n  nonlocal c\n  c = yield b, 1\n  yield\n  yield from a",
           "def f():\n  def g():\n    return\n  return g",
           "@a\n\n# why\n@b(c=1)\ndef f():\n  \"\"\"Why.\n  \"\"\"\n  return",
           "class A: pass",
           "class A():\n  b = 1",
           "@a\nclass A(B, c=D):\n  def e(self):\n    return super().e()",
           "a = [b for b.c in d]",
           "a = f'{b=}'",
           "a = f'{b:{c}}'",
           "a = '\\N{BULLET}'",
           "a = \xc3\xa9",
           "a = 1j",
           "a = 1 # b",
           "[] = a",
           "type X = int",
           "del (a)",
           "del a,",
           "import a .b",
           "from __future__ import annotations",
           "if a:\n\tb = 1",
           "with (a):\n  c = 1",
           "(a): int = 1",
           "a = f'\\{b}'",
           "a = (b := 1 for c in d)",
           "if a: b;",
           "def f[T](a): pass",
           "async def f(): pass",
           "with a if b else c as d:\n  e",
           "with (a, b) as c:\n  d",
           "try:\n  a\nexcept* b:\n  c",
           "match a:\n  case b: pass",
       }) {
    CHECK_MESSAGE(takes(text), std::string(text));
  }
}

TEST_CASE("what is not Python is refused") {
  for (const char* text : {
           "if a:\n  b = 1\nc = 2",
           "a = b\n+ c",
           "None = 1",
           "class = 1",
           "__debug__ = 1",
           "a = class",
           "a = f(class=1)",
           "a = f(None=1)",
           "a = f(b=1, b=2)",
           "a = f(b=1, 2)",
           "a = f(**b, 2)",
           "a = f(**b, *c)",
           "a = f(,)",
           "a = f(*)",
           "a = f(b for b in c, d)",
           "a = f(d, b for b in c)",
           "a = [,]",
           "a = (,)",
           "a = {,}",
           "a = f(b c)",
           "a = [1 2]",
           "a = {1: 2, 3}",
           "a = {1, 2: 3}",
           "a = {**b, 1}",
           "a = {1, **b}",
           "a = (*b)",
           "a = [*b for b in c]",
           "a = [**b]",
           "a = b[]",
           "a = b[1:2:3:4]",
           "a = b[c d]",
           "a = [b for b c]",
           "a = [b for b in c if d else e]",
           "a = [b async for b in c]",
           "a = b if c",
           "a = b not c",
           "a = b <> c",
           "a = b <",
           "a = b is",
           "a = b not",
           "a = b and",
           "a = b if",
           "a +=",
           "a = f'b{c'",
           "a = f'b}'",
           "a = f'{}'",
           "a = f'{b!x}'",
           "a = f'{b#}'",
           "a = f'b' b'c'",
           "a = 'b' b'c'",
           "a = ur'b'",
           "a = '\\x4'",
           "a = 'b",
           "a = '''b'",
           "a = 'b\nc'",
           "a = b'\xc3\xa9'",
           "a = 01",
           "a = 1_",
           "a = 1__0",
           "a = 1L",
           "a = 0x1g",
           "a = 1e",
           "a = 1.2.3",
           "a = 1if",
           "a = b.None",
           "a = (b",
           "a = (b]",
           "a = b)",
           "a = await b",
           "a = f(async=1)",
           "a = b +",
           "a = b + * c",
           "a = ",
           "f() = 1",
           "a + b = 1",
           "(a, b) += 1",
           "a += b = 1",
           "print a",
           "del f()",
           "import a.b as c.d",
           "from a import b,",
           "from a import ()",
           "from import a",
           "break",
           "if a:\n  b = 1\n c = 2",
           "if a:\n  b = 1\n    c = 2",
           "if a:\nb = 1",
           "if a:\n  # why",
           "if a:\n  return",
           "a, b: int",
           "a = *b",
           "*a, *b = c",
           "*a",
           "a = 0x",
           "a = 0o8",
           "a = b + \\\n\n",
           "a = b \\ \n + c",
           "a = f'{lambda: 1}'",
           "a = f'{b\\n}'",
           "a = [b for c in (d := e)]",
           "a = (yield)",
           "yield a",
           "return",
           "return a",
           "nonlocal a",
           "raise a, b",
           "raise from a",
           "assert",
           "if a: if b: c",
           "def f(a, a): pass",
           "def f(a=1, b): pass",
           "def f(*): pass",
           "def f(*, **a): pass",
           "def f(**a, b): pass",
           "def f(*a, *b): pass",
           "def f(/, a): pass",
           "def f(*a=1): pass",
           "def f((a, b)): pass",
           "def f():\n  await a",
           "def f():\n  from a import *",
           "def f():\n  [(yield a) for a in b]",
           "def f():\n  class A:\n    return",
           "lambda: (yield)\nyield",
           "for a in b:\n  def f():\n    break",
           "for a in b:\n  pass\nelse:\n  break",
           "class A(b for b in c): pass",
           "class A:\n  return",
           "@a",
           "@a def f(): pass",
           "@a\nb = 1",
           "with a as f():\n  b",
           "try:\n  a",
           "try:\n  a\nelse:\n  b",
           "try:\n  a\nexcept:\n  b\nexcept c:\n  d",
           "try:\n  a\nexcept b, c:\n  d",
       }) {
    CHECK_MESSAGE(!takes(text), std::string(text));
  }
}

TEST_CASE("a repeated argument is seen among many") {
  std::string text = "a = f(";
  for (int i = 0; i < 100; ++i) text += "b" + std::to_string(i) + "=1,";
  CHECK(takes(text + ")"));
  CHECK(!takes(text + "b41=1)"));
}

TEST_CASE("what is nested too deeply is refused, not followed") {
  CHECK(takes("a = " + repeated("[", 390) + repeated("]", 390)));
  CHECK(is_too_deep("a = " + repeated("[", 400) + repeated("]", 400)));
  CHECK(takes("a = b" + repeated(".c", 390)));
  CHECK(is_too_deep("a = b" + repeated(".c", 400)));
  CHECK(is_too_deep("a = " + repeated("lambda: ", 100'000) + "1"));
  CHECK(is_too_deep("a = " + repeated("(yield ", 100'000)));
  CHECK(is_too_deep("a: " + repeated("b[", 100'000)));
  CHECK(is_too_deep("a = " + repeated("-", 100'000) + "1"));
  CHECK(is_too_deep("a = " + repeated("(", 100'000) + repeated(")", 100'000)));
  CHECK(is_too_deep("a = 1" + repeated("**1", 100'000)));
  CHECK(is_too_deep("a = " + repeated("not ", 100'000) + "1"));
  CHECK(is_too_deep("a = 1" + repeated(" if 1 else 1", 100'000)));
  CHECK(is_too_deep("a = b" + repeated("[0]", 100'000)));
  CHECK(is_too_deep("a = " + repeated("b[", 100'000) + repeated("]", 100'000)));
  CHECK(is_too_deep("a = " + repeated("f'{", 100'000)));
  CHECK(is_too_deep("a = 1" + repeated("+1", 500'000)));
  CHECK(takes("a = 1" + repeated(" < 1", 100'000)));
  CHECK(takes("a = f(" + repeated("*b, ", 100'000) + ")"));
  CHECK(takes("a = [b for b in c" + repeated(" if d.e", 100'000) + "]"));
  CHECK(takes("for a" + repeated(", b.c", 100'000) + " in d: e"));
  CHECK(takes("match a:\n case 1" + repeated(" | 1", 100'000) + ": b"));
  CHECK(is_too_deep("a = 1" + repeated(" or 1", 100'000)));
  CHECK(is_too_deep("a = b" + repeated(".c()", 100'000)));
  CHECK(is_too_deep("a = " + repeated("await (", 100'000)));
  CHECK(is_too_deep("match " + repeated("(", 100'000)));
  CHECK(is_too_deep("match a:\n case " + repeated("[", 100'000)));
  CHECK(is_too_deep("with " + repeated("(", 100'000)));
  CHECK(is_too_deep("for " + repeated("(", 100'000)));
  std::string blocks, elifs = "if a:\n b\n";
  for (int i = 0; i < 40; ++i) blocks += std::string(static_cast<std::size_t>(i), ' ') + "if a:\n";
  CHECK(takes(blocks + std::string(40, ' ') + "b"));
  CHECK(is_too_deep(elifs + repeated("elif a:\n b\n", 100'000)));
  CHECK(takes(elifs + repeated("elif a:\n b\n", 30)));
}

TEST_CASE("problems are where CPython has them") {
  const auto place = [](const std::string& text) {
    const SyntaxProblem problem = problem_of(text);
    return text.substr(problem.span.begin, problem.span.end - problem.span.begin) + ": " +
           problem.message;
  };
  CHECK(place("f(a=1, b.c)") == "b.c: positional argument follows keyword argument");
  CHECK(place("(a, f()) = b") == "f(): cannot assign to function call");
  CHECK(place("if a.b = 1: c") ==
        "a.b: cannot assign to attribute here. Maybe you meant '==' instead of '='?");
  CHECK(place("[(yield) for a in b]") == "yield: 'yield' inside list comprehension");
  CHECK(place("lambda: (yield)") == ": ");
  CHECK(place("a = [b async for b in c]") ==
        "[b async for b in c]: asynchronous comprehension outside of an asynchronous function");
  CHECK(place("with (a as b, c d): e") == "c d: invalid syntax. Perhaps you forgot a comma?");
  CHECK(place("match a:\n  case b c: d") == "c: invalid syntax");
  CHECK(place("a = f'{b c}'") == "f'{b c}': f-string: invalid syntax");
}

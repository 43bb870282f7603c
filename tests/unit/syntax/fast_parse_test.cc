#include "syntax/fast_parse.h"

#include <doctest/doctest.h>

#include <string>

#include "syntax/document.h"

using namespace mmlint;
using namespace mmlint::syntax;

namespace {

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (; times > 0; --times) result += text;
  return result;
}

bool takes(const std::string& text) {
  std::pmr::monotonic_buffer_resource arena;
  const OffsetMap map;
  const auto end = static_cast<std::uint32_t>(text.size());
  return fast_parse({text, 0, map, FileId{}, {}, arena}, end) != nullptr;
}

}  // namespace

TEST_CASE("what configs are made of is taken") {
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
       }) {
    CHECK_MESSAGE(takes(text), text);
  }
}

TEST_CASE("whatever else is left to tree-sitter") {
  for (const char* text : {
           "a: int = 1",
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
           "a = [b for b.c in d]",
           "a = [b for b in c if d else e]",
           "a = [b async for b in c]",
           "a = lambda: 0",
           "a = b if c",
           "a = b not c",
           "a = b <> c",
           "a = b <",
           "a = b is",
           "a = b not",
           "a = b and",
           "a = b if",
           "a +=",
           "a = (b := 1)",
           "a = f'b{c'",
           "a = f'b}'",
           "a = f'{}'",
           "a = f'{b=}'",
           "a = f'{b:{c}}'",
           "a = f'\\n{b}'",
           "a = f'{b!x}'",
           "a = f'{b#}'",
           "a = f'b' b'c'",
           "a = 'b' b'c'",
           "a = ur'b'",
           "a = '\\x4'",
           "a = '\\N{BULLET}'",
           "a = 'b",
           "a = '''b'",
           "a = 'b\nc'",
           "a = b'\xc3\xa9'",
           "a = \xc3\xa9",
           "a = 01",
           "a = 1_",
           "a = 1__0",
           "a = 1j",
           "a = 1L",
           "a = 0x1g",
           "a = 1e",
           "a = 1.2.3",
           "a = 1if",
           "a = b.None",
           "a = (b",
           "a = (b]",
           "a = b)",
           "a = \\\n 1",
           "a = b \\\n + c",
           "a = b\n+ c",
           "a = ...",
           "a = await b",
           "a = f(async=1)",
           "a = b +",
           "a = b + * c",
           "a = 1 # b",
           "a = ",
           "f() = 1",
           "a + b = 1",
           "[] = a",
           "(a, b) += 1",
           "a += b = 1",
           "print a",
           "print(a)",
           "type X = int",
           "del f()",
           "del (a)",
           "del a,",
           "import a.b as c.d",
           "import a .b",
           "from a import b,",
           "from a import ()",
           "from import a",
           "from __future__ import annotations",
           "break",
           "if a: b = 1",
           "if a:\n\tb = 1",
           "if a:\n  b = 1\n c = 2",
           "if a:\n  b = 1\n    c = 2",
           "if a:\n  b = 1; c = 2",
           "if a:\nb = 1",
           "if a:\n  # why",
           "if a:\n  b = 1\nc = 2",
           "if a:\n  return",
           "for a in b:\n  def c(): pass",
           "with a as b:\n  c = 1",
           "with a, b:\n  c = 1",
           "with (a):\n  c = 1",
           "while a:\n  b = 1",
           "try:\n  a = 1\nexcept b:\n  c = 1",
       }) {
    CHECK_MESSAGE(!takes(text), text);
  }
}

TEST_CASE("a repeated argument is seen among many") {
  std::string text = "a = f(";
  for (int i = 0; i < 100; ++i) text += "b" + std::to_string(i) + "=1,";
  CHECK(takes(text + ")"));
  CHECK(!takes(text + "b41=1)"));
}

TEST_CASE("deep and long expressions are left to tree-sitter") {
  CHECK(takes("a = " + repeated("[", 39) + repeated("]", 39)));
  CHECK(!takes("a = " + repeated("[", 41) + repeated("]", 41)));
  CHECK(takes("a = b" + repeated(".c", 8)));
  CHECK(!takes("a = b" + repeated(".c", 9)));
  CHECK(!takes("a = " + repeated("-", 100'000) + "1"));
  CHECK(!takes("a = " + repeated("(", 100'000) + repeated(")", 100'000)));
  CHECK(!takes("a = 1" + repeated("**1", 100'000)));
  CHECK(!takes("a = " + repeated("not ", 100'000) + "1"));
  CHECK(!takes("a = 1" + repeated(" if 1 else 1", 100'000)));
  CHECK(!takes("a = b" + repeated("[0]", 100'000)));
  CHECK(!takes("a = " + repeated("b[", 100'000) + repeated("]", 100'000)));
  CHECK(!takes("a = " + repeated("f'{", 100'000)));
  std::string blocks, elifs = "if a:\n b\n";
  for (int i = 0; i < 40; ++i) blocks += std::string(static_cast<std::size_t>(i), ' ') + "if a:\n";
  CHECK(!takes(blocks + std::string(40, ' ') + "b"));
  CHECK(!takes(elifs + repeated("elif a:\n b\n", 100'000)));
  CHECK(takes(elifs + repeated("elif a:\n b\n", 30)));
}

TEST_CASE("a document uses it unless told otherwise") {
  SourceStore store;
  const Source& source = store.add("a.py", "a = 1\nb = lambda c: d\nimport e\ndef f(): pass\n");
  Parser parser;
  CHECK(Document(source).parse_all(parser));
  CHECK(parser.fast_statements == 2);
  Parser slow;
  slow.use_tree_sitter_only();
  CHECK(Document(source).parse_all(slow));
  CHECK(slow.fast_statements == 0);
}

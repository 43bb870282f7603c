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
       }) {
    CHECK_MESSAGE(takes(text), text);
  }
}

TEST_CASE("whatever else is left to tree-sitter") {
  for (const char* text : {
           "a",
           "a == 1",
           "a = b = 1",
           "a = 1, 2",
           "a: int = 1",
           "a += 1",
           "None = 1",
           "class = 1",
           "__debug__ = 1",
           "a = class",
           "a = f(class=1)",
           "a = f(None=1)",
           "a = f(b=1, b=2)",
           "a = f(b=1, 2)",
           "a = f(*b)",
           "a = f(**b)",
           "a = f(,)",
           "a = [,]",
           "a = (,)",
           "a = {,}",
           "a = f(b c)",
           "a = [1 2]",
           "a = {1: 2, 3}",
           "a = {1, 2: 3}",
           "a = {**b}",
           "a = b[0]",
           "a = [b for b in c]",
           "a = lambda: 0",
           "a = b if c else d",
           "a = not b",
           "a = b < c",
           "a = f'b'",
           "a = 'b' f'c'",
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
}

TEST_CASE("a document uses it unless told otherwise") {
  SourceStore store;
  const Source& source = store.add("a.py", "a = 1\nb = [c for c in d]\nimport e\nf = dict(g=1)\n");
  Parser parser;
  CHECK(Document(source).parse_all(parser));
  CHECK(parser.fast_statements == 2);
  Parser slow;
  slow.use_tree_sitter_only();
  CHECK(Document(source).parse_all(slow));
  CHECK(slow.fast_statements == 0);
}

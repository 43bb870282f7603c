#include "script/dict_action.h"

#include <doctest/doctest.h>

#include "value/repr.h"

namespace mmlint::script {
namespace {

std::string made_of(std::string_view text) {
  Pool pool;
  const Value* value = dict_action_value(text, pool, {});
  return value ? repr(*value).value_or("?") : "raises";
}

// As MMEngine 0.10.7 gives it: print(repr(DictAction._parse_iterable(text))).
TEST_CASE("a value behind KEY=") {
  CHECK(made_of("nccl") == "'nccl'");
  CHECK(made_of("5") == "5");
  CHECK(made_of("-5") == "-5");
  CHECK(made_of(" 7 ") == "7");
  CHECK(made_of("+1_000") == "1000");
  CHECK(made_of("1__0") == "'1__0'");
  CHECK(made_of("0x10") == "'0x10'");
  CHECK(made_of("1e-3") == "0.001");
  CHECK(made_of(".5") == "0.5");
  CHECK(made_of("1.0e400") == "inf");
  CHECK(made_of("fALSE") == "False");
  CHECK(made_of("None") == "None");
  CHECK(made_of("none") == "'none'");
  CHECK(made_of("") == "''");
  CHECK(made_of("a b") == "'ab'");
  CHECK(made_of("'5'") == "5");
  CHECK(made_of("'a,b'") == "['a', 'b']");
  CHECK(made_of("a=b") == "'a=b'");
}

TEST_CASE("a list or a tuple behind KEY=") {
  CHECK(made_of("1,2") == "[1, 2]");
  CHECK(made_of("1,") == "[1]");
  CHECK(made_of("[1, 2,3]") == "[1, 2, 3]");
  CHECK(made_of("(1)") == "(1,)");
  CHECK(made_of("[]") == "[]");
  CHECK(made_of("[ \"a\" , None ]") == "['a', None]");
  CHECK(made_of("[[1,2],(3,),x]") == "[[1, 2], (3,), 'x']");
  CHECK(made_of("[a") == "'[a'");
}

// AssertionError or RecursionError.
TEST_CASE("brackets that MMEngine refuses") {
  CHECK(made_of("a,[b") == "raises");
  CHECK(made_of("[[1]") == "raises");
  CHECK(made_of("(1,2],[3,4)") == "raises");
  CHECK(made_of("[1],[2]") == "raises");
  CHECK(made_of("1],[2") == "raises");
}

TEST_CASE("a value of half a megabyte") {
  std::string text = "[1";
  for (int i = 0; i < 250'000; ++i) text += ",1";
  CHECK(made_of(text + "]").size() > 700'000);
  CHECK(made_of(text) == "raises");
}

TEST_CASE("the words of an option") {
  Start start;
  for (const char* text : {"a.py", "--cfg-options", "b=1", "--resume", "d=1", "--cfg-options=e=2"})
    start.arguments.push_back({text, {}, true});
  std::string all;
  for (const Pair& each : pairs_of(start, std::vector<std::string>{"--cfg-options"}))
    all += std::string(each.text) + " ";
  CHECK(all == "b=1 e=2 ");
}

}  // namespace
}  // namespace mmlint::script

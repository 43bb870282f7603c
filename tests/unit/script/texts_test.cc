#include "script/texts.h"
#include "value/pool.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

// The methods of str, as Python's own documentation of them says.
namespace mmlint::script {
namespace {

// What a method returns: a text, a list or tuple as "a|b", a bool as 0 or 1; "?" if it is unknown.
std::string called(std::string_view text, std::string_view method,
                   std::initializer_list<std::string_view> arguments = {}) {
  Pool pool;
  std::vector<const Value*> given;
  for (const std::string_view each : arguments) given.push_back(pool.string(each, {}));
  const Value* out = call_text(text, method, given, {}, pool);
  if (!out) return "?";
  if (out->kind == Value::Kind::kBool) return out->boolean ? "1" : "0";
  if (out->kind == Value::Kind::kString) return std::string(out->text());
  std::string all;
  for (const Value* item : out->items()) all += std::string(item->text()) + "|";
  return all;
}

TEST_CASE("texts are taken apart") {
  CHECK(called("0,1,,2", "split", {","}) == "0|1||2|");
  CHECK(called("", "split", {","}) == "|");
  CHECK(called(" a  b ", "split") == "a|b|");
  CHECK(called("", "split") == "");
  CHECK(called("a", "split", {""}) == "?");  // Python raises
  CHECK(called("a:b:c", "partition", {":"}) == "a|:|b:c|");
  CHECK(called("a:b:c", "rpartition", {":"}) == "a:b|:|c|");
  CHECK(called("abc", "partition", {":"}) == "abc|||");
  CHECK(called("abc", "rpartition", {":"}) == "||abc|");
}

TEST_CASE("cuts are counted from the side that the method names") {
  Pool pool;
  const std::vector<const Value*> once = {pool.string(":", {}), pool.integer(1, {})};
  CHECK(call_text("a:b:c", "split", once, {}, pool)->items()[1]->text() == "b:c");
  CHECK(call_text("a:b:c", "rsplit", once, {}, pool)->items()[0]->text() == "a:b");
  CHECK(call_text("a", "split", {nullptr}, {}, pool) == nullptr);
}

TEST_CASE("texts are changed") {
  CHECK(called("CUDA:0", "lower") == "cuda:0");
  CHECK(called("gloo", "upper") == "GLOO");
  CHECK(called("\xC3\x84", "lower") == "?");
  CHECK(called(" x\n", "strip") == "x");
  CHECK(called("   ", "strip") == "");
  CHECK(called("xxaxx", "lstrip", {"x"}) == "axx");
  CHECK(called("xxaxx", "rstrip", {"x"}) == "xxa");
  CHECK(called("cuda:1", "replace", {"cuda", "npu"}) == "npu:1");
  CHECK(called("aaa", "replace", {"a", "bb"}) == "bbbbbb");
  CHECK(called("cuda:1", "removeprefix", {"cuda:"}) == "1");
  CHECK(called("a.py", "removesuffix", {".py"}) == "a");
  CHECK(called("a", "center") == "?");
}

TEST_CASE("texts beyond ASCII are modelled where letters do not matter") {
  CHECK(called("\xC3\xA4  b", "split") == "\xC3\xA4|b|");
  CHECK(called("\xC3\xA4", "isalpha") == "?");
  CHECK(called("\xC3\xA4", "startswith", {"\xC3"}) == "1");
}

TEST_CASE("long results are not modelled") {
  CHECK(called(std::string(63, ','), "split", {","}).size() == 64);
  CHECK(called(std::string(64, ','), "split", {","}) == "?");
  CHECK(called(std::string(100, 'a'), "replace", {"a", std::string(50, 'b')}) == "?");
}

TEST_CASE("texts are asked") {
  CHECK(called("cuda:0", "startswith", {"cuda"}) == "1");
  CHECK(called("cuda:0", "endswith", {":1"}) == "0");
  CHECK(called("12", "isdigit") == "1");
  CHECK(called("-1", "isdigit") == "0");
  CHECK(called("", "isdigit") == "0");
}

TEST_CASE("texts are joined, also equal ones") {
  Pool pool;
  Value* list = pool.make(Value::Kind::kList, {});
  Value* item = pool.string("a", {});
  list->edit_items().assign({item, item, pool.string("b", {})});
  CHECK(call_text("-", "join", {list}, {}, pool)->text() == "a-a-b");
  list->edit_items().push_back(pool.integer(1, {}));  // Python raises
  CHECK(call_text("-", "join", {list}, {}, pool) == nullptr);
}

}  // namespace
}  // namespace mmlint::script

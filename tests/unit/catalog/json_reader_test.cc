#include "catalog/json_reader.h"

#include <doctest/doctest.h>

#include <string>

using namespace mmlint;
using namespace mmlint::catalog;

TEST_CASE("JSON becomes a literal, in order") {
  const auto value = parse_json(R"({"b": [1, -2.5, null], "a": {"x": true, "y": "文"}})", "f");
  REQUIRE(value);
  const Literal expected{Literal::Dict{
      {"b", Literal{Literal::List{Literal{std::int64_t{1}}, Literal{-2.5}, Literal{}}}},
      {"a", Literal{Literal::Dict{{"x", Literal{true}}, {"y", Literal{"文"}}}}},
  }};
  CHECK(*value == expected);
  CHECK(*parse_json("[[], {}]", "f") ==
        Literal{Literal::List{Literal{Literal::List{}}, Literal{Literal::Dict{}}}});
}

TEST_CASE("what is refused") {
  const auto error = [](const std::string& json) {
    const auto value = parse_json(json, "f");
    return value ? std::string() : to_string(value.error());
  };
  CHECK(error("{\"a\": 1,\n \"b\": {\"c\": 1,\n\"c\": 2}}") == "f:3: /b: key 'c' is given twice");
  CHECK(error("{\"a\": 1,\n \"a\": 2}") == "f:2: key 'a' is given twice");
  CHECK(error("[1,\n2,\n18446744073709551615\n]") == "f:3: a number is beyond 64 bits");
  CHECK(error("{\n\n\"a\" 1}").starts_with("f:3: no valid JSON: "));
  CHECK(error("[1] [2]").starts_with("f:1: no valid JSON: "));
  CHECK(error("// no\n[1]").starts_with("f:1: no valid JSON: "));
  CHECK(error(std::string(100000, '[')) == "f:1: the JSON is nested too deeply");
  CHECK(error("[\"\xff\"]").starts_with("f:1: no valid JSON: "));
  CHECK(error("").starts_with("f:1: no valid JSON: "));
}

TEST_CASE("lines of pointers") {
  const std::string json = "{\n\"a\": [\n1\n,\n{\"b/c\":\n\"d\"}],\n\"e\": [[\n2]]}";
  CHECK(line_of(json, "") == 1);
  CHECK(line_of(json, "/a") == 2);
  CHECK(line_of(json, "/a/0") == 3);
  CHECK(line_of(json, "/a/1") == 5);
  CHECK(line_of(json, "/a/1/b~1c") == 5);
  CHECK(line_of(json, "/e") == 7);
  CHECK(line_of(json, "/e/0/0") == 8);
  CHECK(line_of(json, "/x") == 0);
}

#include "catalog/catalog.h"

#include <doctest/doctest.h>

#include <string>

#include "unit/catalog/toy_files.h"

namespace mmlint::catalog {
namespace {

const std::string kList = R"(["S", "xs"])";

// The toy rule with its list of sizes written as `in_match`, and with `define` in front of it.
std::string rule_with(const std::string& define, const std::string& in_match) {
  const std::string rule = with(toy_rule(), kList, in_match);
  return with(rule, "\"match\": {\"all\"", "\"define\": " + define + ", \"match\": {\"all\"");
}

const Match& key_of(const Rule& rule) {
  return rule.match.children.back();
}

TEST_CASE("a list that has a name stands where the name is written") {
  const std::string json = rule_with(R"({"sizes": ["S", "xs"]})", R"("$sizes")");
  REQUIRE(rule_error(json) == "");
  const Catalog::File named{kRulePath, json}, plain{kRulePath, toy_rule()};
  const auto with_name = Catalog::load({&named, 1});
  const auto without = Catalog::load({&plain, 1});
  const Match& match = key_of(*with_name->rule("TOY001"));
  CHECK(match.tests.front().operand == key_of(*without->rule("TOY001")).tests.front().operand);
  CHECK(match.tests.front().operand.list() != nullptr);
}

TEST_CASE("what is wrong with a definition") {
  const auto error = [](const std::string& define, const std::string& in_match) {
    const std::string message = rule_error(rule_with(define, in_match));
    return message.substr(message.find(": ") + 2);
  };
  const std::string sizes = R"({"sizes": ["S", "xs"]})";
  CHECK(error(sizes, kList) == "/define/sizes: nothing uses '$sizes'");
  CHECK(error(sizes, R"("$size")") ==
        "/match/all/1/one_of: nothing defines '$size', did you mean 'sizes'?");
  CHECK(error(sizes, R"(["$sizes"])") ==
        "/match/all/1/one_of/0: stands for a list, so it cannot be an item of one");
  CHECK(error("{}", kList) == "/define: defines nothing");
  CHECK(error(R"({"sizes": []})", R"("$sizes")") ==
        "/define/sizes: must be a list that is not empty");
  CHECK(error(R"({"sizes": "S"})", R"("$sizes")") ==
        "/define/sizes: must be a list that is not empty");
  CHECK(error(R"({"sizes": [1]})", R"("$sizes")") ==
        "/define/sizes/0: must be a string that is not empty");
  CHECK(error(R"({"Sizes": ["S"]})", kList) == "/define/Sizes: 'Sizes' is no name, such as runner");
}

TEST_CASE("a fault inside of a named list has the line of the name") {
  const std::string rule = rule_with(R"({"kinds": ["int", "dict"]})", kList);
  const std::string json = with(rule, "\"one_of\": " + kList, "\"is\": \"$kinds\"");
  const std::string error = rule_error(json);
  CHECK(error.find(":0:") == std::string::npos);
  CHECK(error.find("/match/all/1/is: must be a string") != std::string::npos);
}

TEST_CASE("a rule without definitions may name none") {
  CHECK(rule_error(with(toy_rule(), kList, "\"$sizes\"")).find("nothing defines '$sizes'") !=
        std::string::npos);
  // Other texts with a dollar sign are themselves.
  CHECK(rule_error(with(toy_rule(), kList, R"(["$", "${X}", "$Size"])")) == "");
}

}  // namespace
}  // namespace mmlint::catalog

#include <doctest/doctest.h>

#include "catalog/catalog.h"
#include "catalog/on_target.h"
#include "catalog/regex.h"
#include "unit/catalog/toy_files.h"

using namespace mmlint;
using namespace mmlint::catalog;

namespace {

Match key(const std::string& path) {
  Match match;
  match.kind = Match::Kind::kKey;
  match.key = path;
  return match;
}

Match group(Match::Kind kind, std::vector<Match> children) {
  Match match;
  match.kind = kind;
  match.children = std::move(children);
  return match;
}

std::vector<std::string> primary_keys(const Match& match) {
  std::vector<std::string> keys;
  for (const Match* matcher : primary_matchers(match)) keys.push_back(matcher->key);
  return keys;
}

}  // namespace

TEST_CASE("the primary matchers") {
  using Keys = std::vector<std::string>;
  const Match a = key("a"), b = key("b"), c = key("c");
  Match config;
  config.kind = Match::Kind::kConfig;
  CHECK(primary_keys(a) == Keys{"a"});
  CHECK(primary_keys(group(Match::Kind::kAll, {a, b, config})) == Keys{"b"});
  CHECK(primary_keys(group(Match::Kind::kAll, {a, group(Match::Kind::kNot, {b})})) == Keys{"a"});
  CHECK(primary_keys(group(Match::Kind::kAll, {c, group(Match::Kind::kAny, {a, b})})) ==
        Keys{"a", "b"});
  CHECK(primary_keys(config).empty());
}

TEST_CASE("what the target's facts decide is left out") {
  Target target;
  target.facts.value = Literal::Dict{{"works", Literal{true}}};
  const Match a = key("a"), b = key("b");
  Match yes, no, config;
  yes.kind = no.kind = Match::Kind::kFacts;
  yes.facts = {{"works", Literal{true}}};
  no.facts = {{"works", Literal{false}}};
  config.kind = Match::Kind::kConfig;
  const auto all = [](std::vector<Match> children) { return group(Match::Kind::kAll, children); };
  const auto any = [](std::vector<Match> children) { return group(Match::Kind::kAny, children); };
  const auto size = [&](const Match& match) { return decided(match, target).children.size(); };
  const auto is_no = [&](const Match& match) {
    const Match one = decided(match, target);
    return one.kind == Match::Kind::kFacts && !target.has(one.facts);
  };
  CHECK(size(all({yes, a, b})) == 2);
  CHECK(is_no(all({a, no})));
  CHECK(is_no(any({no, all({no, a})})));
  CHECK(is_no(all({config, any({all({a, no}), no})})));
  CHECK(size(any({all({no, a}), b})) == 1);
  CHECK(size(any({yes, a})) == 2);
  CHECK(size(any({all({no, a}), config})) == 2);  // else a finding would be about the config
  CHECK(decided(all({yes}), target).kind == Match::Kind::kFacts);
  CHECK_FALSE(is_no(all({yes})));
  CHECK(size(group(Match::Kind::kNot, {no})) == 1);
}

TEST_CASE("regular expressions") {
  const auto regex = Regex::compile("(^|\\.)Toy$");
  REQUIRE(regex);
  CHECK((*regex)->matches("Toy"));
  CHECK((*regex)->matches("my.models.Toy"));
  CHECK_FALSE((*regex)->matches("MyToy"));
  CHECK_FALSE(Regex::compile("("));
}

TEST_CASE("a dotted path into a literal") {
  const Literal dict{Literal::Dict{{"a", Literal{Literal::Dict{{"b", Literal{true}}}}}}};
  REQUIRE(find(dict, "a.b") != nullptr);
  CHECK(*find(dict, "a.b") == Literal{true});
  CHECK(find(dict, "a.c") == nullptr);
  CHECK(find(dict, "a.b.c") == nullptr);
  CHECK(find(dict, "") == nullptr);
}

#include "catalog/catalog.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "catalog/embedded.h"
#include "catalog/on_target.h"
#include "catalog/vocabulary.h"
#include "unit/catalog/toy_files.h"

using namespace mmlint;
using namespace mmlint::catalog;

namespace {

const Catalog& inside() {
  static const Catalog catalog = [] {
    Result<Catalog> loaded = Catalog::load();
    REQUIRE_MESSAGE(loaded, to_string(loaded.error()));
    return *std::move(loaded);
  }();
  return catalog;
}

std::set<std::string> active_codes(const Catalog& catalog, std::string_view target) {
  std::set<std::string> codes;
  for (const Catalog::Active& active : catalog.active(*catalog.target(target))) {
    codes.insert(active.rule->code);
  }
  return codes;
}

bool is_chinese(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0xE3; });
}

}  // namespace

TEST_CASE("the embedded files are the files of rules/, not indented") {
  REQUIRE_FALSE(embedded_files().empty());
  for (const EmbeddedFile& file : embedded_files()) {
    CAPTURE(file.path);
    std::ifstream stream(std::string(MMLINT_SOURCE) + "/rules/" + std::string(file.path),
                         std::ios::binary);
    std::string text;
    for (std::string line; std::getline(stream, line);)
      text += line.substr(std::min(line.find_first_not_of(' '), line.size())) + '\n';
    CHECK(text == file.text);
  }
}

TEST_CASE("the catalog inside the binary loads, in order") {
  const auto& rules = inside().rules();
  REQUIRE_FALSE(rules.empty());
  CHECK(std::is_sorted(rules.begin(), rules.end(),
                       [](const Rule& a, const Rule& b) { return a.code < b.code; }));
  const auto& targets = inside().targets();
  CHECK(targets.size() > 1);
  CHECK(std::is_sorted(targets.begin(), targets.end(),
                       [](const Target& a, const Target& b) { return a.name < b.name; }));
}

TEST_CASE("a rule is found by code and by name") {
  const Rule* rule = inside().rule("MM101");
  REQUIRE(rule != nullptr);
  CHECK(rule->name == "unsupported-backend");
  CHECK(inside().rule("unsupported-backend") == rule);
  CHECK(inside().rule("MM1") == nullptr);
  CHECK(inside().target("gcu")->fact("backends.default")->string() != nullptr);
  CHECK(inside().target("gpu") == nullptr);
  CHECK(inside().target("ascend") == inside().target("npu"));
  CHECK(inside().target("T20") == inside().target("gcu"));
  CHECK(inside().target("") == nullptr);
}

TEST_CASE("texts keep the house style") {
  for (const Rule& rule : inside().rules()) {
    CAPTURE(rule.code);
    for (const LocalizedText* text : {&rule.summary, &rule.message}) {
      CHECK_FALSE(text->en.ends_with('.'));
      CHECK_FALSE(text->zh.ends_with("。"));
    }
    CHECK(rule.why.en.ends_with('.'));
    CHECK(rule.why.zh.ends_with("。"));
    for (const LocalizedText* text : {&rule.summary, &rule.message, &rule.why}) {
      CHECK(is_chinese(text->zh));
      CHECK_FALSE(is_chinese(text->en));
    }
  }
}

TEST_CASE("every problem has its rule") {
  for (const ProblemName& problem : kProblems) {
    CAPTURE(problem.name);
    const Rule* rule = inside().rule(problem.name);
    REQUIRE(rule != nullptr);
    CHECK(rule->match.kind == Match::Kind::kProblem);
    CHECK(rule->match.name == problem.name);
  }
}

// What the leaves of matches name.
struct Used {
  std::set<std::string, std::less<>> names;

  void add(const Match& match) {
    names.insert(match.name);
    for (const Match& child : match.children) add(child);
  }
};

TEST_CASE("every name that a match may use is used by a rule") {
  Used used;
  for (const Rule& rule : inside().rules()) {
    used.add(rule.match);
    for (const SeverityLevel& level : rule.levels) used.add(level.match);
    if (rule.related && rule.related->match) used.add(*rule.related->match);
  }
  const auto all_used = [&used](const auto& table) {
    for (const auto& row : table) {
      CAPTURE(name_of(row));
      CHECK(used.names.count(name_of(row)) == 1);
    }
  };
  all_used(kConfigFacts);
  all_used(config_predicates());
  all_used(script_predicates());
  all_used(launch_predicates());
  all_used(kProblems);
}

TEST_CASE("every text can be filled on every target") {
  Captures captures{{"key", "a.b"}, {"value", "1"}, {"count", "2"}};
  for (const ProblemName& problem : kProblems) {
    for (const std::string_view name : problem.captures) captures.emplace(name, "x");
  }
  for (const auto predicates : {config_predicates(), launch_predicates()}) {
    for (const Predicate& check : predicates)
      for (const std::string_view name : check.captures) captures.emplace(name, "x");
  }
  const auto check = [&captures](const LocalizedText& text, const Target& target) {
    for (const std::string& sentence : {text.en, text.zh}) {
      const std::string filled = fill(sentence, captures, target);
      CHECK(filled.find_first_of("{}") == std::string::npos);
    }
  };
  for (const Target& target : inside().targets()) {
    for (const Catalog::Active& active : inside().active(target)) {
      const Rule& rule = *active.rule;
      CAPTURE(rule.code);
      for (const LocalizedText* text : {&rule.message, &rule.why, &rule.label})
        check(*text, target);
      for (const Variant& variant : rule.variants) {
        check(variant.why, target);
        if (variant.message) check(*variant.message, target);
        check(variant.label, target);
      }
      if (!rule.fix) continue;
      check(rule.fix->title, target);
      check(rule.fix->why_not_safe, target);
      const auto* ensure = std::get_if<verb::EnsureKey>(&rule.fix->action);
      if (!ensure || ensure->block.is_null()) continue;
      CHECK(fill(ensure->block, target).dict() != nullptr);
    }
  }
}

TEST_CASE("what is added to the why") {
  const Rule& rule = *inside().rule("MM101");
  const auto words = [&rule](std::string_view target, const Literal& value) {
    std::string all;
    for (const Variant* variant : variants_of(rule, *inside().target(target), value))
      all += variant->why.en;
    return all;
  };
  CHECK(words("gcu", Literal{"ECCL"}).find("installing ECCL does not help") != std::string::npos);
  CHECK(words("cpu", Literal{"eccl"}).find("installing ECCL") == std::string::npos);
  CHECK(words("gcu", Literal{"nccl"}).find("needs the driver") != std::string::npos);
  CHECK(words("gcu", Literal{}).find("collectives run on the CPU") != std::string::npos);
  CHECK(words("cuda", Literal{"eccl"}).empty());
}

TEST_CASE("what a target silences") {
  const std::set<std::string> gcu = active_codes(inside(), "gcu");
  const std::set<std::string> cuda = active_codes(inside(), "cuda");
  for (const std::string code : {"MM102", "MM201", "MM301", "MM302", "MM303", "MM401"}) {
    CAPTURE(code);
    CHECK(gcu.count(code) == 1);
    CHECK(cuda.count(code) == 0);
  }
  for (const std::string code : {"MM001", "MM101", "MM309"}) {
    CAPTURE(code);
    CHECK(gcu.count(code) == 1);
    CHECK(cuda.count(code) == 1);
  }
  std::set<std::string> cpu = active_codes(inside(), "cpu");
  CHECK(cpu.erase("MM576") == 1);  // what only its kernels lack
  cpu.insert({"MM572", "MM815"});  // the T20's PyTorch is older than 2.0
  CHECK(cpu == gcu);
  std::set<std::string> rocm = active_codes(inside(), "rocm");
  CHECK(rocm.erase("MM612") == 1);  // MIOpen's cache
  CHECK(rocm.erase("MM551") == 1);  // packages of kernels that are for CUDA alone
  CHECK(rocm == cuda);
}

TEST_CASE("a target changes severities and turns rules off") {
  const Catalog::File file{kTargetPath, toy_target()};
  const Result<Catalog> loaded = Catalog::load({&file, 1});
  REQUIRE_MESSAGE(loaded, to_string(loaded.error()));
  const Target* toy = loaded->target("toy");
  REQUIRE(toy != nullptr);
  CHECK(active_codes(*loaded, "toy").count("MM102") == 0);
  for (const Catalog::Active& active : loaded->active(*toy)) {
    if (active.rule->code == "MM101") CHECK(active.severity == Severity::kInfo);
    if (active.rule->code == "MM301") CHECK(active.severity == Severity::kError);
  }
  CHECK(toy->sources.size() == 16);
  CHECK(*toy->fact("name") == Literal{"toy"});
}

TEST_CASE("selectors") {
  using Codes = std::vector<std::string>;
  CHECK(*inside().codes("MM101") == Codes{"MM101"});
  CHECK(*inside().codes("unsupported-backend") == Codes{"MM101"});
  CHECK(*inside().codes("MM10") ==
        (Codes{"MM101", "MM102", "MM103", "MM104", "MM105", "MM106", "MM107"}));
  CHECK(inside().codes("MM")->size() == inside().rules().size());
  CHECK(inside().codes("MM4011").error().message ==
        "no rule is called 'MM4011', did you mean 'MM011'?");
  CHECK(inside().codes("unsuported-backend").error().message ==
        "no rule is called 'unsuported-backend', did you mean 'unsupported-backend'?");
  CHECK_FALSE(inside().codes("M"));
  CHECK_FALSE(inside().codes(""));
  CHECK(*inside().codes("mm101") == *inside().codes("MM101"));
  CHECK(*inside().codes("mm3") == *inside().codes("MM3"));
  CHECK(*inside().codes("Unsupported-Backend") == *inside().codes("MM101"));
}

TEST_CASE("a rule as it was written") {
  const Catalog::File file{kRulePath, toy_rule()};
  const Result<Catalog> loaded = Catalog::load({&file, 1});
  REQUIRE_MESSAGE(loaded, to_string(loaded.error()));
  const Rule& rule = *loaded->rule("TOY001");
  CHECK(rule.severity == Severity::kWarning);
  CHECK(rule.on_by_default);
  CHECK(rule.when == Facts{{"device_ids.harmful", Literal{true}}});
  CHECK(rule.match.kind == Match::Kind::kAll);
  const Match& key = rule.match.children.at(1);
  CHECK(key.key == "toy.size");
  CHECK(key.ignore_case);
  REQUIRE(key.tests.size() == 1);
  CHECK(key.tests[0].kind == ValueTest::Kind::kOneOf);
  CHECK(primary_matchers(rule.match) == std::vector<const Match*>{&key});
  CHECK(rule.at.kind == At::Kind::kValue);
  REQUIRE(rule.fix);
  CHECK(rule.fix->safety == Safety::kUnsafe);
  const auto* replace = std::get_if<verb::ReplaceValue>(&rule.fix->action);
  REQUIRE(replace != nullptr);
  CHECK(replace->value == Literal{"{target.backends.default}"});
  REQUIRE(rule.examples.size() == 2);
  const Example& example = rule.examples[0];
  CHECK(example.files[0].text == "toy = {\n    'size': 'S'}\n");
  CHECK(example.files[0].fixed == "toy = {\n    'size': 'gloo'}\n");
  REQUIRE(example.files[0].found_at.size() == 1);
  CHECK(example.files[0].found_at[0].line == 2);
  CHECK(example.files[1].text == "other = 1\n");
  CHECK_FALSE(example.files[1].fixed);
  CHECK(rule.examples[1].good);

  const auto notes = [&](std::string_view target, const Literal& value) {
    return variants_of(rule, *loaded->target(target), value).size();
  };
  CHECK(notes("gcu", Literal{"S"}) == 1);
  CHECK(notes("gcu", Literal{"xs"}) == 0);
  CHECK(notes("gcu", Literal{}) == 0);
  CHECK(notes("cpu", Literal{"S"}) == 0);
}

TEST_CASE("schemas are no rules") {
  CHECK(error_of("mine/schema.json", "{}") == "");
  CHECK(error_of("mine/targets/schema.json", "{}") == "");
}

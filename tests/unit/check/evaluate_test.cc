#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "catalog/load_value.h"
#include "check/check.h"
#include "check/config/matcher.h"
#include "check/script/matcher.h"
#include "check/shell/matcher.h"
#include "launch/program_store.h"
#include "unit/project.h"

// What all, any and not mean in rules about configs, scripts and launch scripts, and which of the
// leaves' hits are reported.
namespace mmlint::check {
namespace {

const std::string kYes = R"({"facts": {"name": "gcu"}})";
const std::string kNo = R"({"facts": {"name": "cpu"}})";

std::string list_of(const char* operation, const std::vector<std::string>& children) {
  std::string out;
  for (const std::string& child : children) out += (out.empty() ? "" : ", ") + child;
  return std::string("{\"") + operation + "\": [" + out + "]}";
}
std::string all(const std::vector<std::string>& children) {
  return list_of("all", children);
}
std::string any(const std::vector<std::string>& children) {
  return list_of("any", children);
}
std::string no(const std::string& child) {
  return "{\"not\": " + child + "}";
}

// Judges one project on gcu.
struct Judge {
  Judge(const std::string& path, const std::string& text)
      : project(std::map<std::string, std::string>{{path, text}}),
        catalog(*catalog::Catalog::load()),
        target(*catalog.target("gcu")) {}

  catalog::Match match_of(const std::string& json) const {
    const std::string path = "match.json";
    catalog::JsonFile file(path, json);
    catalog::Match match;
    load(catalog::Node(file), match, catalog::Context{catalog.targets()});
    CHECK_MESSAGE(!file.failed(), json);
    return match;
  }

  test::MemoryProject project;
  catalog::Catalog catalog;
  const catalog::Target& target;
};

// The names of what was hit, in order; "-" without a hit, "the config" for one that has no name.
template <typename Hits, typename NameOf>
std::string names(const Hits& hits, NameOf name_of) {
  std::string out;
  for (const auto& hit : hits) {
    const std::string name = name_of(hit);
    out += (out.empty() ? "" : " ") + (name.empty() ? "the config" : name);
  }
  return out.empty() ? "-" : out;
}

using Find = std::function<std::string(const std::string& match)>;

// Three leaves of one kind, of which a document has the first and the second, in this order.
struct Leaves {
  explicit Leaves(const std::string& form) : a(form), b(form), c(form) {
    for (auto& [leaf, name] : {std::pair(&a, "a"), std::pair(&b, "b"), std::pair(&c, "c")})
      leaf->replace(leaf->find('?'), 1, name);
  }
  std::string a, b, c;
};

// What holds for rules about documents of every kind.
void check_every_kind(const Find& found, const Leaves& leaves) {
  const auto& [a, b, c] = leaves;
  SUBCASE("the last part of an `all` that finds something is reported") {
    CHECK(found(all({a, b})) == "b");
    CHECK(found(all({b, a})) == "a");
    CHECK(found(all({a, no(c)})) == "a");
    CHECK(found(all({a, kYes})) == "a");
    CHECK(found(all({a, c})) == "-");
    CHECK(found(all({a, kNo})) == "-");
    CHECK(found(all({any({a, b}), kYes})) == "a b");
    CHECK(found(all({all({a, b}), kYes})) == "b");
  }
  SUBCASE("every branch of an `any` that holds is reported") {
    CHECK(found(any({a, b})) == "a b");
    CHECK(found(any({b, a})) == "b a");
    CHECK(found(any({a, c})) == "a");
    CHECK(found(any({c, kNo})) == "-");
    CHECK(found(any({a, all({b})})) == "a b");
    CHECK(found(any({all({a, b}), all({b, a})})) == "b a");
    CHECK(found(any({all({a, c}), all({b})})) == "b");
  }
  SUBCASE("what stands below a `not` is not reported") {
    CHECK(found(all({no(all({a, c})), b})) == "b");
    CHECK(found(all({no(any({a, c})), b})) == "-");
    CHECK(found(no(a)) == "-");
  }
}

TEST_CASE("rules about configs") {
  Judge judge("configs/a.py", "import time\na = 1\nb = 2\nunknown = time.time()\n");
  const Find found = [&judge](const std::string& json) {
    catalog::Rule rule;
    rule.match = judge.match_of(json);
    const Matcher matcher(rule.match, judge.target);
    const ConfigView view = view_of(judge.project.resolve("configs/a.py"), false);
    return names(matcher.find(view, judge.project.disk), [](const Hit& hit) { return hit.key; });
  };
  const Leaves leaves(R"({"key": "?", "present": true})");
  const auto& [a, b, c] = leaves;
  const std::string unknown = R"({"key": "unknown", "equals": 1})";

  check_every_kind(found, leaves);
  SUBCASE("a part of an `all` need not have found its key") {
    CHECK(found(all({a, any({kYes, c})})) == "-");
  }
  SUBCASE("a rule that names no key is about the config") {
    CHECK(found(kYes) == "the config");
    CHECK(found(no(c)) == "the config");
    CHECK(found(any({kNo, no(c)})) == "the config");
    CHECK(found(no(all({a, c}))) == "the config");
    CHECK(found(no(any({a, c}))) == "-");
  }
  SUBCASE("what an unknown value decides is neither yes nor no") {
    CHECK(found(unknown) == "-");
    CHECK(found(no(unknown)) == "-");
    CHECK(found(all({a, unknown})) == "-");
    CHECK(found(all({unknown, a})) == "-");
    CHECK(found(any({a, unknown})) == "a");
    CHECK(found(any({unknown, a})) == "a");
    CHECK(found(no(all({unknown, a}))) == "-");
    CHECK(found(no(all({unknown, c}))) == "the config");
    CHECK(found(no(any({unknown, c}))) == "-");
    CHECK(found(no(any({unknown, a}))) == "-");
  }
}

TEST_CASE("rules about scripts") {
  Judge judge("a.py", "import lib\nlib.a()\nlib.b()\n");
  launch::ProgramStore programs({.workspace = *judge.project.workspace,
                                 .index = *judge.project.index,
                                 .roots = judge.project.roots,
                                 .scripts = judge.project.scripts,
                                 .launch_scripts = {}});
  const Find found = [&](const std::string& json) {
    const ScriptMatcher matcher(judge.match_of(json), judge.target);
    const launch::Program* program = programs.program("/p/a.py");
    REQUIRE(program);
    return names(matcher.find(program->summary(), program->on(judge.target)),
                 [](const ScriptHit& hit) { return hit.name.str().substr(4); });
  };
  const Leaves leaves(R"({"call": "lib.?"})");
  const auto& [a, b, c] = leaves;

  check_every_kind(found, leaves);
  SUBCASE("with a hit or without") {
    CHECK(found(all({a, any({kYes, c})})) == "a");
  }
  SUBCASE("without a hit there is nothing to report") {
    CHECK(found(kYes) == "-");
    CHECK(found(no(c)) == "-");
    CHECK(found(any({kYes, c})) == "-");
  }
}

TEST_CASE("rules about launch scripts") {
  Judge judge("a.sh", "torchrun train.py --a --b\r\n");
  Request request{*judge.project.workspace, *judge.project.index, {}, judge.target, {}};
  request.launch_scripts = judge.project.launch_scripts;
  request.roots = judge.project.roots;
  launch::ProgramStore programs(request.project());
  const auto* script = judge.project.workspace->launch_scripts(request.launch_scripts).front();
  REQUIRE(script);
  const LaunchView view{request.launch_scripts[0],
                        script->document.source().bytes(),
                        script->summary,
                        programs.graph(),
                        programs,
                        request};
  const Find found = [&](const std::string& json) {
    catalog::Rule rule;
    rule.match = judge.match_of(json);
    return names(LaunchMatcher(rule, judge.target).find(view), [](const LaunchHit& hit) {
      return hit.name.empty() ? std::string("line-end") : hit.name.substr(2);
    });
  };
  const Leaves leaves(R"({"word": ["--?"]})");
  const auto& [a, b, c] = leaves;
  const std::string check = R"({"check": "windows-text"})";
  REQUIRE(found(a) == "a");
  REQUIRE(found(check) == "line-end");

  check_every_kind(found, leaves);
  SUBCASE("a place in the text is a hit as a word is") {
    CHECK(found(all({a, check})) == "line-end");
    CHECK(found(all({check, a})) == "a");
    CHECK(found(any({check, a})) == "line-end a");
    CHECK(found(any({a, check})) == "a line-end");
  }
  SUBCASE("with a hit or without") {
    CHECK(found(all({a, any({kYes, c})})) == "a");
    CHECK(found(all({a, any({no(c), c})})) == "a");
    CHECK(found(all({a, any({kNo, c})})) == "-");
  }
  SUBCASE("without a hit there is nothing to report") {
    CHECK(found(kYes) == "-");
    CHECK(found(no(c)) == "-");
  }
}

}  // namespace
}  // namespace mmlint::check

#include "catalog/load_match.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalog/load_does.h"
#include "catalog/load_text.h"
#include "catalog/placeholders.h"
#include "catalog/regex.h"
#include "catalog/vocabulary.h"

namespace mmlint::catalog {
namespace {

using Kind = ValueTest::Kind;

struct TestName {
  std::string_view key;
  Kind kind;
  bool negate;
};
constexpr std::array<TestName, 10> kTests = {{
    {"absent", Kind::kAbsent, false},
    {"present", Kind::kPresent, false},
    {"is", Kind::kIs, false},
    {"is_not", Kind::kIs, true},
    {"equals", Kind::kEquals, false},
    {"not_equals", Kind::kEquals, true},
    {"one_of", Kind::kOneOf, false},
    {"not_one_of", Kind::kOneOf, true},
    {"matches", Kind::kMatches, false},
    {"not_matches", Kind::kMatches, true},
}};

// A list, or a fact that is a list for every target.
void require_list(const Node& node, const Literal& operand, std::span<const Target> targets) {
  if (operand.list() != nullptr && !operand.list()->empty()) return;
  const auto path = operand.string() ? fact_path_of_literal(*operand.string()) : std::nullopt;
  if (!path) return node.fail("must be a list that is not empty, or a fact \"{target.PATH}\"");
  for (const Target& target : targets) {
    const Literal* fact = target.fact(*path);
    if (fact != nullptr && fact->list() == nullptr) {
      node.fail(fmt::format("fact '{}' of target '{}' is no list", *path, target.name));
    }
  }
}

// A fact that is a regular expression for every target; compiled when one is known.
void require_patterns(const Node& node, std::string_view path, std::span<const Target> targets) {
  for (const Target& target : targets) {
    const Literal* fact = target.fact(path);
    const auto regex = fact && fact->string() ? Regex::compile(*fact->string()) : fail("no text");
    if (fact && !regex)
      node.fail(fmt::format("of target '{}': {}", target.name, regex.error().message));
  }
}

ValueTest load_test(const Node& node, const TestName& name, bool ignore_case,
                    std::span<const Target> targets) {
  ValueTest test{name.kind, name.negate, {}, nullptr};
  switch (name.kind) {
    case Kind::kAbsent:
    case Kind::kPresent:
      if (!node.boolean()) node.fail("must be true");
      break;
    case Kind::kIs:
      node.one_of(kTypes);
      test.operand = node.literal();
      break;
    case Kind::kEquals:
      test.operand = load_literal(node, targets);
      break;
    case Kind::kOneOf:
      test.operand = load_literal(node, targets);
      require_list(node, test.operand, targets);
      break;
    case Kind::kMatches: {
      const std::string pattern = node.string();
      test.operand = load_literal(node, targets);
      if (const auto path = fact_path_of_literal(pattern)) {
        require_patterns(node, *path, targets);
        break;
      }
      auto regex = Regex::compile(ignore_case ? "(?i)" + pattern : pattern);
      if (regex) {
        test.regex = *std::move(regex);
      } else {
        node.fail(regex.error().message);
      }
      break;
    }
  }
  return test;
}

Match load_key(const Node& node, std::span<const Target> targets) {
  node.only({"key", "except", "ignore_case", "absent", "present", "is", "is_not", "equals",
             "not_equals", "one_of", "not_one_of", "matches", "not_matches"});
  Match match;
  match.kind = Match::Kind::kKey;
  match.key = node.at("key").string();
  if (!is_key_path(match.key, true)) {
    node.at("key").fail(fmt::format("'{}' is no key path pattern", match.key));
  }
  if (const auto except = node.get("except")) {
    match.except = except->strings();
    for (const std::string& path : match.except) {
      if (!is_key_path(path, false)) except->fail(fmt::format("'{}' is no key path", path));
    }
  }
  if (const auto flag = node.get("ignore_case")) match.ignore_case = flag->boolean();
  match.tests = load_tests(node, match.ignore_case, targets);
  if (match.tests.empty()) node.fail("tests nothing; say \"present\": true if any value will do");
  if (match.tests_absence() && match.tests.size() > 1) {
    node.fail("'absent' stands alone: there is no value to test");
  }
  return match;
}

Match load_children(const Node& node, std::string_view key, Match::Kind kind,
                    std::span<const Target> targets) {
  node.only({key});
  Match match;
  match.kind = kind;
  if (kind == Match::Kind::kNot) {
    match.children.push_back(load_match(node.at(key), targets));
    return match;
  }
  for (const Node& child : node.at(key).items()) {
    match.children.push_back(load_match(child, targets));
  }
  return match;
}

Match load_name(const Node& node, std::string_view key, Match::Kind kind,
                std::span<const std::string_view> names) {
  node.only({key});
  Match match;
  match.kind = kind;
  match.name = std::string(names[node.at(key).one_of(names)]);
  return match;
}

std::vector<std::string_view> problem_names() {
  std::vector<std::string_view> names;
  for (const ProblemName& problem : kProblems) names.push_back(problem.name);
  return names;
}

std::vector<std::string_view> check_names() {
  std::vector<std::string_view> names(kChecks.begin(), kChecks.end());
  for (const LaunchCheck& check : kLaunchChecks) names.push_back(check.name);
  return names;
}

}  // namespace

std::vector<ValueTest> load_tests(const Node& node, bool ignore_case,
                                  std::span<const Target> targets) {
  std::vector<ValueTest> tests;
  for (const TestName& name : kTests) {
    if (const auto operand = node.get(name.key))
      tests.push_back(load_test(*operand, name, ignore_case, targets));
  }
  return tests;
}

Match load_match(const Node& node, std::span<const Target> targets) {
  if (node.has("all")) return load_children(node, "all", Match::Kind::kAll, targets);
  if (node.has("any")) return load_children(node, "any", Match::Kind::kAny, targets);
  if (node.has("not")) return load_children(node, "not", Match::Kind::kNot, targets);
  if (node.has("key")) return load_key(node, targets);
  if (node.has("facts")) {
    node.only({"facts"});
    Match match;
    match.kind = Match::Kind::kFacts;
    match.facts = load_facts(node.at("facts"), targets);
    return match;
  }
  if (node.has("config")) return load_name(node, "config", Match::Kind::kConfig, kConfigFacts);
  if (node.has("check")) return load_name(node, "check", Match::Kind::kCheck, check_names());
  if (node.has("problem")) {
    return load_name(node, "problem", Match::Kind::kProblem, problem_names());
  }
  if (node.has("script")) return load_name(node, "script", Match::Kind::kScript, kScriptFacts);
  if (auto does = load_does(node, targets)) return *std::move(does);
  node.only({"all",   "any",    "not",   "key",    "facts",  "config", "problem",
             "check", "script", "call",  "import", "write",  "option", "environment",
             "store", "shadow", "loads", "given",  "launch", "word",   "variable"});
  node.fail(
      "needs one of 'all', 'any', 'not', 'key', 'facts', 'config', 'problem', 'check', 'script', "
      "'call', 'import', 'write', 'option', 'environment', 'store', 'shadow', 'loads', "
      "'given', 'launch', 'word', 'variable'");
  return {};
}

bool is_key_path(std::string_view path, bool pattern) {
  for (const std::string_view part : split(path, '.')) {
    const bool index = !part.empty() && part.find_first_not_of("0123456789") == part.npos;
    const bool wild = part == "*" || part == "**";
    if (!index && !is_identifier(part) && !(pattern && wild)) return false;
  }
  return true;
}

}  // namespace mmlint::catalog

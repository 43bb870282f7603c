#include "catalog/load.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalog/on_target.h"
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

// A regular expression with facts, which is compiled when a target is known.
void require_patterns(const Node& node, const std::string& pattern,
                      std::span<const Target> targets) {
  for (const Target& target : targets) {
    const auto filled = fill_pattern(pattern, target);
    const auto regex = filled ? Regex::compile(*filled) : tl::unexpected(filled.error());
    if (!regex) node.fail(fmt::format("of target '{}': {}", target.name, regex.error().message));
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
      test.operand = Literal{pattern};
      if (pattern.find("{target.") != pattern.npos) {
        require_patterns(node, pattern, targets);
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

Match load_key(const Node& node, Match match, std::span<const Target> targets) {
  node.only({"key", "except", "ignore_case", "absent", "present", "is", "is_not", "equals",
             "not_equals", "one_of", "not_one_of", "matches", "not_matches"});
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

Match load_children(const Node& node, Match match, std::span<const Target> targets) {
  for (const Node& child : node.items()) match.children.push_back(load_match(child, targets));
  return match;
}

Match load_negated(const Node& node, Match match, std::span<const Target> targets) {
  match.children.push_back(load_match(node, targets));
  return match;
}

Match load_fact_test(const Node& node, Match match, std::span<const Target> targets) {
  match.facts = load_facts(node, targets);
  return match;
}

template <const auto& kNames>
Match load_name(const Node& node, Match match, std::span<const Target>) {
  match.name = std::string(kNames[node.one_of(kNames)]);
  return match;
}

constexpr auto kProblemNames = names_of(kProblems);

Match load_predicate(const Node& node, Match match,
                     std::initializer_list<std::span<const Predicate>> predicates) {
  std::vector<std::string_view> names;
  for (const auto& some : predicates) {
    for (const Predicate& each : some) names.push_back(each.name);
  }
  match.name = std::string(names[node.one_of(names)]);
  return match;
}

Match load_check(const Node& node, Match match, std::span<const Target>) {
  return load_predicate(node, std::move(match), {config_predicates(), launch_predicates()});
}

Match load_script(const Node& node, Match match, std::span<const Target>) {
  return load_predicate(node, std::move(match), {script_predicates()});
}

// The matchers, by the key that says which one it is.
struct Form {
  std::string_view name;
  Match::Kind kind;
  // Gets what the key has, which stands alone; with `has_tests` the object that it is a key of.
  Match (*load)(const Node& node, Match empty, std::span<const Target> targets);
  bool has_tests = false;
};
constexpr std::array<Form, 9> kForms = {{
    {"all", Match::Kind::kAll, load_children},
    {"any", Match::Kind::kAny, load_children},
    {"not", Match::Kind::kNot, load_negated},
    {"key", Match::Kind::kKey, load_key, true},
    {"facts", Match::Kind::kFacts, load_fact_test},
    {"config", Match::Kind::kConfig, load_name<kConfigFacts>},
    {"problem", Match::Kind::kProblem, load_name<kProblemNames>},
    {"check", Match::Kind::kCheck, load_check},
    {"script", Match::Kind::kScript, load_script},
}};

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
  for (const Form& form : kForms) {
    if (!node.has(form.name)) continue;
    Match match;
    match.kind = form.kind;
    if (form.has_tests) return form.load(node, std::move(match), targets);
    node.only({form.name});
    return form.load(node.at(form.name), std::move(match), targets);
  }
  if (auto does = load_does(node, targets)) return *std::move(does);
  std::vector<std::string_view> known;
  for (const std::string_view name : names_of(kForms)) known.push_back(name);
  for (const std::string_view name : script_fact_names()) known.push_back(name);
  node.only(known);
  node.fail(fmt::format("needs one of '{}'", fmt::join(known, "', '")));
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

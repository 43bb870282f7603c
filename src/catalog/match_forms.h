#pragma once

#include "catalog/match.h"
#include "catalog/vocabulary.h"

// The forms in which a rule file writes a match, {"all": [...]} or {"key": "a.b", "equals": 1}.
namespace mmlint::catalog {

// A test of a value: the key of its operand, and what it tests.
struct TestName {
  std::string_view key;
  ValueTest::Kind kind;
  bool negate = false;
  bool ignore_case = false;  // what the match has
};

// The keys that test the value of a match.
void keys_of_tests(Match& x, auto& f) {
  using enum ValueTest::Kind;
  f.may("ignore_case", x.ignore_case);
  for (TestName test : {TestName{"absent", kAbsent},
                        {"present", kPresent},
                        {"is", kIs},
                        {"is_not", kIs, true},
                        {"equals", kEquals},
                        {"not_equals", kEquals, true},
                        {"one_of", kOneOf},
                        {"not_one_of", kOneOf, true},
                        {"matches", kMatches},
                        {"not_matches", kMatches, true}}) {
    test.ignore_case = x.ignore_case;
    f.may(test.key, x.tests, test);
  }
}

// The keys of something that a script does: {KEY: NAMES, ...}.
template <class Kind>
void keys_of_does(Match& x, auto& f, std::string_view key) {
  Kind& own = x.does.kind.emplace<Kind>();
  if constexpr (does::kIsOneOf<Kind, does::Launch>)
    f.must(key, x.does.names, kLaunchPrograms);
  else
    f.must(key, x.does.names, as::Names{});
  if constexpr (!does::kIsOneOf<Kind, does::Launch, does::Word>)
    f.may("except", x.does.except, as::Names{});
  if constexpr (!does::kOfShell<Kind>) f.inside(x.does.place);
  if constexpr (HasKeys<Kind>) f.inside(own);
  if constexpr (!does::kOfShell<Kind> && does::kHasTests<Kind>) {
    f.may("within", x.does.within, kInnerPath);
    f.may("of_option", x.does.of_option);
    f.may("not_of_type", x.does.not_of_type);
  }
  if constexpr (does::kHasTests<Kind>) keys_of_tests(x, f);
}

// Calls form(KEY, KIND, KEYS) for each form: KEY is the key that tells it, and KEYS(match, visitor)
// visits its keys.
void for_each_form(auto form) {
  using enum Match::Kind;
  form("all", kAll, [](Match& x, auto& f) { f.must("all", x.children); });
  form("any", kAny, [](Match& x, auto& f) { f.must("any", x.children); });
  form("not", kNot, [](Match& x, auto& f) { f.must("not", x.children, as::Only{}); });
  form("key", kKey, [](Match& x, auto& f) {
    f.must("key", x.key, kKeyPattern);
    f.may("except", x.except, kKeyPath);
    keys_of_tests(x, f);
  });
  form("facts", kFacts, [](Match& x, auto& f) { f.must("facts", x.facts, as::Facts{}); });
  form("config", kConfig, [](Match& x, auto& f) { f.must("config", x.name, kConfigFacts); });
  form("problem", kProblem,
       [](Match& x, auto& f) { f.must("problem", x.name, names_of(kProblems)); });
  form("check", kCheck, [](Match& x, auto& f) {
    std::vector<std::string_view> names;
    for (const Predicate& each : config_predicates()) names.push_back(each.name);
    for (const Predicate& each : launch_predicates()) names.push_back(each.name);
    f.must("check", x.name, names);
  });
  form("script", kScript, [](Match& x, auto& f) {
    std::vector<std::string_view> names;
    for (const Predicate& each : script_predicates()) names.push_back(each.name);
    f.must("script", x.name, names);
  });
  const std::string_view* key = ScriptFact::kKinds.data();
  for_each_kind(static_cast<decltype(ScriptFact::kind)*>(nullptr), [&]<class Kind>() {
    form(*key, kDoes, [key = *key](Match& x, auto& f) { keys_of_does<Kind>(x, f, key); });
    ++key;
  });
}

}  // namespace mmlint::catalog

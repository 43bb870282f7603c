#include "catalog/load.h"
#include "catalog/load_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/vocabulary.h"

namespace mmlint::catalog {
namespace {

// The problem that a match is about; null if it is about none.
const ProblemName* problem_of(const Match& match) {
  if (match.kind == Match::Kind::kProblem) return row_of(kProblems, match.name);
  for (const Match& child : match.children) {
    if (const ProblemName* found = problem_of(child)) return found;
  }
  return nullptr;
}

// The same for what only a function finds in launch scripts: the last one that a match has.
const Predicate* launch_predicate_of(const Match& match) {
  if (match.kind == Match::Kind::kCheck) return row_of(launch_predicates(), match.name);
  const Predicate* found = nullptr;
  for (const Match& child : match.children) {
    const Predicate* check = launch_predicate_of(child);
    if (check && match.kind != Match::Kind::kNot) found = check;
  }
  return found;
}

}  // namespace

std::vector<std::string_view> captures_of(const Match& match) {
  if (const ProblemName* problem = problem_of(match)) {
    const auto& all = problem->captures;
    return {all.begin(), std::find(all.begin(), all.end(), "")};
  }
  std::vector<std::string_view> captures{"key", "count"};
  if (const Predicate* check = launch_predicate_of(match)) {
    captures.insert(captures.end(), check->captures.begin(), check->captures.end());
    return captures;
  }
  const std::vector<const Match*> primary = primary_matchers(match);
  if (primary.empty()) return {"count"};
  const auto has_value = [](const Match* each) { return each->has_value(); };
  if (std::all_of(primary.begin(), primary.end(), has_value))
    captures.insert(captures.begin() + 1, "value");
  return captures;
}

void load_at(const Node& rule, At& x, const Context& context) {
  const auto node = rule.get("at");
  if (context.rule->documents != "config") {
    if (node) node->fail("what a script does knows its own place");
    return;
  }
  if (node && node->literal().dict()) {
    x.kind = At::Kind::kDefinition;
    load_keys(*node, x, context, [](At& at, auto& f) {
      f.must("definition_of", at.key, kTopLevel);
      f.may("else", at.other, kTopLevel);
    });
  } else if (node) {
    load(*node, x.kind, context);
  }
  const Match& match = context.rule->match;
  const std::vector<const Match*> primary = primary_matchers(match);
  const bool placeless =
      primary.empty() || std::any_of(primary.begin(), primary.end(),
                                     [](const Match* key) { return key->tests_absence(); });
  if (problem_of(match) != nullptr) {
    if (node) node->fail("a problem knows its own place");
  } else if (placeless && x.kind != At::Kind::kDefinition) {
    rule.fail("the rule may match without a value, so it needs \"at\": {\"definition_of\": KEY}");
  }
}

void check(const Node& node, Variant& x, const Context& context) {
  const Match& match = context.rule->match;
  if (const auto forms = node.get("forms")) {
    const Predicate* check = launch_predicate_of(match);
    const ProblemName* problem = problem_of(match);
    for (const Node& form : forms->items()) {
      if (check)
        form.one_of(check->forms);
      else if (problem)
        form.one_of(problem->forms);
    }
  }
  const auto severity = node.get("severity"), value = node.get("value"), label = node.get("label"),
             fix = node.get("fix");
  if (severity && x.forms.empty()) severity->fail("stands beside 'forms' only");
  const auto known = captures_of(match);
  if (value && std::find(known.begin(), known.end(), "value") == known.end())
    value->fail("the rule may match without a value");
  if (!x.value && x.when.empty() && x.forms.empty()) node.fail("needs 'value', 'when' or 'forms'");
  if (label && !x.message) label->fail("stands beside a message only");
  if (fix && (!x.message || x.value)) fix->fail("stands beside a message and no value only");
}

void check(const Node& node, SeverityLevel& /*x*/, const Context& context) {
  const auto message = node.get("message");
  if (message && context.rule->documents != "config") message->fail("is for rules about configs");
}

void check(const Node& node, Rule& x, const Context& /*context*/) {
  require_file_name(node.at("code"), fmt::format("{}-{}.json", x.code, x.name));
  const auto levels = node.get("levels"), related = node.get("related");
  if (levels && x.documents == "shell") levels->fail("is for rules about scripts and configs");
  if (related && x.documents != "script") related->fail("is for rules about scripts");
}

Rule load_rule(JsonFile& file, std::span<const Target> targets) {
  use_definitions(file);
  Rule rule;
  rule.file = file.path();
  load(Node(file), rule, Context{targets, &rule});
  return rule;
}

}  // namespace mmlint::catalog

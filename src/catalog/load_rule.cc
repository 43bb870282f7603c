#include "catalog/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/paths.h"
#include "catalog/history.h"
#include "catalog/regex.h"
#include "catalog/vocabulary.h"

namespace mmlint::catalog {
namespace {

constexpr std::array<std::string_view, 3> kDocuments = {"config", "script", "shell"};

// Compiled once for all rules.
struct Pattern {
  std::shared_ptr<const Regex> regex;
  const char* what;

  Pattern(const char* pattern, const char* name)
      : regex(Regex::checked_before(pattern)), what(name) {}
};

std::string load_word(const Node& node, const Pattern& pattern) {
  std::string word = node.string();
  if (!pattern.regex->matches(word)) node.fail(fmt::format("'{}' is no {}", word, pattern.what));
  return word;
}

const Pattern kCode("^[A-Z]{2,8}[0-9]{3}$", "rule code, such as MM101");

void load_header(const Node& root, const std::string& path, Rule& rule) {
  static const Pattern kName("^[a-z0-9]+(-[a-z0-9]+)*$", "rule name, such as unsupported-backend");
  static const Pattern kVersion(R"(^[0-9]+\.[0-9]+\.[0-9]+$)", "version");
  rule.code = load_word(root.at("code"), kCode);
  rule.name = load_word(root.at("name"), kName);
  const std::string wanted = fmt::format("{}-{}.json", rule.code, rule.name);
  if (file_name(path) != wanted) {
    root.at("code").fail(fmt::format("the file must be called {}", wanted));
  }
  rule.since = load_word(root.at("since"), kVersion);
  rule.documents = std::string(kDocuments[root.at("documents").one_of(kDocuments)]);
  rule.severity = load_severity(root.at("severity"));
  if (const auto version = root.get("since_mmengine")) rule.since_mmengine = load_version(*version);
  if (const auto flag = root.get("on_by_default")) rule.on_by_default = flag->boolean();
  if (const auto flag = root.get("once_per_run")) rule.once_per_run = flag->boolean();
}

// The name of the problem that a match is about, if it is.
const std::string* problem_of(const Match& match) {
  if (match.kind == Match::Kind::kProblem) return &match.name;
  for (const Match& child : match.children) {
    if (const std::string* name = problem_of(child)) return name;
  }
  return nullptr;
}

// The same for what only a function finds in launch scripts.
const Predicate* launch_predicate_of(const Match& match) {
  if (match.kind == Match::Kind::kCheck) return row_of(launch_predicates(), match.name);
  const Predicate* found = nullptr;
  for (const Match& child : match.children) {
    if (const Predicate* check = launch_predicate_of(child);
        check && match.kind != Match::Kind::kNot)
      found = check;
  }
  return found;
}

// The problem that a match names; null if it names none.
const ProblemName* known_problem(const Match& match) {
  const std::string* name = problem_of(match);
  if (name == nullptr) return nullptr;
  const auto* found = std::find_if(std::begin(kProblems), std::end(kProblems),
                                   [&](const ProblemName& each) { return each.name == *name; });
  return found == std::end(kProblems) ? nullptr : found;
}

std::vector<std::string_view> captures_of(const Match& match) {
  if (const ProblemName* problem = known_problem(match)) {
    std::vector<std::string_view> captures;
    std::copy_if(problem->captures.begin(), problem->captures.end(), std::back_inserter(captures),
                 [](std::string_view capture) { return !capture.empty(); });
    return captures;
  }
  if (const Predicate* check = launch_predicate_of(match)) {
    std::vector<std::string_view> captures{"key", "count"};
    captures.insert(captures.end(), check->captures.begin(), check->captures.end());
    return captures;
  }
  const std::vector<const Match*> primary = primary_matchers(match);
  if (primary.empty()) return {"count"};
  const bool absent = std::any_of(primary.begin(), primary.end(),
                                  [](const Match* key) { return !key->has_value(); });
  if (absent) return {"key", "count"};
  return {"key", "value", "count"};
}

// The kind of document that a match speaks of; null for what any may have.
const char* documents_of(const Match& match) {
  switch (match.kind) {
    case Match::Kind::kKey:
    case Match::Kind::kConfig:
      return "config";
    case Match::Kind::kScript:
      return "script";
    case Match::Kind::kDoes:
      return match.does.of_shell() ? "shell" : "script";
    case Match::Kind::kCheck:
      return row_of(launch_predicates(), match.name) ? "shell" : "config";
    case Match::Kind::kAll:
    case Match::Kind::kAny:
    case Match::Kind::kNot:
    case Match::Kind::kFacts:
    case Match::Kind::kProblem:
      break;
  }
  return nullptr;
}

void check_documents(const Node& node, const Match& match, const std::string& documents) {
  const char* own = documents_of(match);
  if (own && own != documents)
    node.fail(fmt::format("is about {}s, and the rule about {}s", own, documents));
  for (const std::string_view key : {"all", "any"}) {
    if (!node.has(key)) continue;
    const auto children = node.at(key).items();
    for (std::size_t i = 0; i < children.size() && i < match.children.size(); ++i)
      check_documents(children[i], match.children[i], documents);
  }
  if (match.kind == Match::Kind::kNot)
    check_documents(node.at("not"), match.children.front(), documents);
}

At load_at(const Node& root, const Match& match) {
  At at;
  if (root.at("documents").literal() != Literal{std::string("config")}) {
    if (const auto node = root.get("at")) node->fail("what a script does knows its own place");
    return at;
  }
  if (const auto node = root.get("at")) {
    if (node->literal().dict() != nullptr) {
      node->only({"definition_of", "else"});
      at.kind = At::Kind::kDefinition;
      const auto top_level = [](const Node& key) {
        std::string out = key.string();
        if (!is_key_path(out, false) || out.find('.') != std::string::npos)
          key.fail("must be a top-level key");
        return out;
      };
      at.key = top_level(node->at("definition_of"));
      if (const auto other = node->get("else")) at.other = top_level(*other);
    } else {
      constexpr std::array<Named<At::Kind>, 2> kKinds = {
          {{"value", At::Kind::kValue}, {"key", At::Kind::kKey}}};
      at.kind = node->one_of(kKinds);
    }
  }
  const std::vector<const Match*> primary = primary_matchers(match);
  const bool placeless =
      primary.empty() || std::any_of(primary.begin(), primary.end(),
                                     [](const Match* key) { return key->tests_absence(); });
  if (problem_of(match) != nullptr) {
    if (const auto node = root.get("at")) node->fail("a problem knows its own place");
  } else if (placeless && at.kind != At::Kind::kDefinition) {
    root.fail("the rule may match without a value, so it needs \"at\": {\"definition_of\": KEY}");
  }
  return at;
}

Variant load_variant(const Node& node, const Match& match, std::string_view documents,
                     const Bindings& bindings) {
  node.only({"value", "when", "forms", "severity", "why", "message", "label", "fix"});
  Variant variant;
  if (const auto forms = node.get("forms")) {
    variant.forms = forms->strings();
    if (const Predicate* check = launch_predicate_of(match)) {
      for (const Node& form : forms->items()) form.one_of(check->forms);
    } else if (const ProblemName* problem = known_problem(match)) {
      for (const Node& form : forms->items()) form.one_of(problem->forms);
    }
  }
  if (const auto severity = node.get("severity")) {
    variant.severity = load_severity(*severity);
    if (variant.forms.empty()) severity->fail("stands beside 'forms' only");
  }
  if (const auto value = node.get("value")) {
    variant.value = load_literal(*value, bindings.targets);
    const auto& known = bindings.captures;
    if (std::find(known.begin(), known.end(), "value") == known.end()) {
      value->fail("the rule may match without a value");
    }
  }
  if (const auto when = node.get("when")) variant.when = load_facts(*when, bindings.targets);
  if (!variant.value && variant.when.empty() && variant.forms.empty())
    node.fail("needs 'value', 'when' or 'forms'");
  variant.why = load_text(node.at("why"), bindings);
  if (const auto message = node.get("message")) variant.message = load_text(*message, bindings);
  if (const auto label = node.get("label")) {
    if (!variant.message) label->fail("stands beside a message only");
    variant.label = load_text(*label, bindings);
  }
  if (const auto fix = node.get("fix")) {
    if (!variant.message || variant.value) fix->fail("stands beside a message and no value only");
    variant.fix = load_fix(*fix, match, documents, bindings);
  }
  return variant;
}

// What only rules about scripts say, and the levels, which rules about configs have as well.
void load_of_script(const Node& root, Rule& rule, const Bindings& bindings) {
  const auto match_of = [&](const Node& node) {
    Match match = load_match(node, bindings.targets);
    check_documents(node, match, rule.documents);
    return match;
  };
  const auto levels = root.get("levels"), related = root.get("related");
  if (rule.documents == "shell" && levels) levels->fail("is for rules about scripts and configs");
  if (rule.documents != "script") {
    if (related) related->fail("is for rules about scripts");
  }
  if (levels) {
    for (const Node& level : levels->items()) {
      level.only({"severity", "match", "message"});
      const Severity severity = load_severity(level.at("severity"));
      rule.levels.push_back({severity, match_of(level.at("match")), std::nullopt});
      const auto message = level.get("message");
      if (message && rule.documents != "config") message->fail("is for rules about configs");
      if (message) rule.levels.back().message = load_text(*message, bindings);
    }
  }
  if (related) {
    related->only({"label", "match"});
    rule.related.emplace();
    rule.related->label = load_text(related->at("label"), bindings);
    if (const auto match = related->get("match")) rule.related->match = match_of(*match);
  }
}

}  // namespace

Rule load_rule(JsonFile& file, std::span<const Target> targets) {
  use_definitions(file);
  const Node root(file);
  root.only({"define",   "code",          "name",         "since",          "documents",
             "severity", "on_by_default", "once_per_run", "since_mmengine", "summary",
             "message",  "why",           "label",        "when",           "match",
             "at",       "fix",           "fails",        "variants",       "cause_in_script",
             "only_in",  "levels",        "related",      "examples",       "links"});
  Rule rule;
  rule.file = file.path();
  load_header(root, file.path(), rule);
  rule.summary = load_plain_text(root.at("summary"));
  if (const auto when = root.get("when")) rule.when = load_facts(*when, targets);
  rule.match = load_match(root.at("match"), targets);
  check_documents(root.at("match"), rule.match, rule.documents);
  rule.at = load_at(root, rule.match);

  const Bindings bindings{targets, captures_of(rule.match)};
  rule.message = load_text(root.at("message"), bindings);
  rule.why = load_text(root.at("why"), bindings);
  if (const auto label = root.get("label")) rule.label = load_text(*label, bindings);
  if (const auto fix = root.get("fix"))
    rule.fix = load_fix(*fix, rule.match, rule.documents, bindings);
  if (const auto fails = root.get("fails")) rule.failure = load_failure(*fails, bindings);
  if (const auto variants = root.get("variants")) {
    for (const Node& variant : variants->items()) {
      rule.variants.push_back(load_variant(variant, rule.match, rule.documents, bindings));
    }
  }
  if (const auto code = root.get("cause_in_script")) rule.cause_in_script = load_word(*code, kCode);
  if (const auto node = root.get("only_in")) rule.only_in = load_only_in(*node);
  load_of_script(root, rule, bindings);
  if (const auto node = root.get("examples")) rule.examples = load_examples(*node, rule, targets);
  static const Pattern kLink("^https://[^ ]+$", "link");
  for (const Node& link : root.at("links").items()) rule.links.push_back(load_word(link, kLink));
  return rule;
}

}  // namespace mmlint::catalog

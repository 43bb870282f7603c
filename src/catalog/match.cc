#include "catalog/match.h"

#include "catalog/load_value.h"
#include "catalog/on_target.h"

namespace mmlint::catalog {

bool Match::tests_absence() const {
  return std::ranges::any_of(
      tests, [](const ValueTest& test) { return test.kind == ValueTest::Kind::kAbsent; });
}

bool Match::has_value() const {
  return !tests_absence() && !(kind == Kind::kDoes && tests.empty());
}

std::vector<const Match*> primary_matchers(const Match& match) {
  using enum Match::Kind;
  const Predicate* check = match.kind == kCheck ? row_of(config_predicates(), match.name) : nullptr;
  if (match.kind == kKey || match.kind == kDoes || (check && !check->keys.empty())) return {&match};
  std::vector<const Match*> result;
  if (match.kind != kAll && match.kind != kAny) return result;
  for (auto child = match.children.rbegin(); child != match.children.rend(); ++child) {
    if (match.kind == kAll && !result.empty()) break;
    const std::vector<const Match*> more = primary_matchers(*child);
    result.insert(result.begin(), more.begin(), more.end());
  }
  return result;
}

namespace {

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

// Notes a fault for a key that only another form of things in scripts has.
void refuse_keys_of_others(const Node& node, std::string_view form) {
  const auto unset = node.get("only_if_unset");
  if (unset && form != "environment") unset->fail("is about environment variables");
  constexpr std::string_view kHaveValues[] = {"call",  "write", "option", "environment",
                                              "store", "loads", "given"};
  if (std::find(std::begin(kHaveValues), std::end(kHaveValues), form) == std::end(kHaveValues))
    return;
  for (const std::string_view key : {"read", "lacks_given"}) {
    const auto child = node.get(key);
    if (child && form != "option") child->fail("is about options");
  }
  if (form != "call" && (node.has("argument") || node.has("position") || node.has("without")))
    node.fail("only a call has arguments");
}

// The kind of document that a match is about; null for what any may have.
const char* documents_of(const Match& match) {
  using enum Match::Kind;
  if (match.kind == kKey || match.kind == kConfig) return "config";
  if (match.kind == kCheck) return row_of(launch_predicates(), match.name) ? "shell" : "config";
  if (match.kind == kScript) return "script";
  if (match.kind == kDoes) return match.does.of_shell() ? "shell" : "script";
  return nullptr;
}

}  // namespace

void load(const Node& node, std::vector<ValueTest>& x, const Context& context,
          const TestName& name) {
  using enum ValueTest::Kind;
  ValueTest& test = x.emplace_back(ValueTest{name.kind, name.negate, {}, nullptr});
  switch (name.kind) {
    case kAbsent:
    case kPresent:
      if (!node.boolean()) node.fail("must be true");
      break;
    case kIs:
      node.one_of(kTypes);
      test.operand = node.literal();
      break;
    case kEquals:
      load(node, test.operand, context);
      break;
    case kOneOf:
      load(node, test.operand, context);
      require_list(node, test.operand, context.targets);
      break;
    case kMatches: {
      const std::string pattern = node.string();
      test.operand = Literal{pattern};
      if (pattern.find("{target.") != pattern.npos) {
        require_patterns(node, pattern, context.targets);
        break;
      }
      auto regex = Regex::compile(name.ignore_case ? "(?i)" + pattern : pattern);
      if (regex)
        test.regex = *std::move(regex);
      else
        node.fail(regex.error().message);
      break;
    }
  }
}

void load(const Node& node, std::vector<Match>& x, const Context& context, as::Only) {
  load(node, x.emplace_back(), context);
}

void load(const Node& node, Match& x, const Context& context) {
  std::vector<std::string_view> known;
  bool found = false;
  for_each_form([&](std::string_view key, Match::Kind kind, auto keys) {
    known.push_back(key);
    if (found || !node.has(key)) return;
    found = true;
    x.kind = kind;
    if (kind == Match::Kind::kDoes) refuse_keys_of_others(node, key);
    load_keys(node, x, context, keys);
  });
  if (found) return;
  node.only(known);
  node.fail(fmt::format("needs one of '{}'", fmt::join(known, "', '")));
}

void check(const Node& node, Match& x, const Context& context) {
  const bool is_key = x.kind == Match::Kind::kKey, is_done = x.kind == Match::Kind::kDoes;
  if (is_key && x.tests.empty())
    node.fail("tests nothing; say \"present\": true if any value will do");
  if (is_key && x.tests_absence() && x.tests.size() > 1)
    node.fail("'absent' stands alone: there is no value to test");
  const auto* call = is_done ? x.does.as<does::Call>() : nullptr;
  if (call && call->argument.empty() != x.tests.empty())
    node.fail("an argument and what is tested of it belong together");
  const auto* launch = is_done ? x.does.as<does::Launch>() : nullptr;
  if (launch && launch->flag.empty() != x.tests.empty())
    node.fail("an option and what is tested of it belong together");
  const char* own = documents_of(x);
  if (own && context.rule && context.rule->documents != own)
    node.fail(fmt::format("is about {}s, and the rule about {}s", own, context.rule->documents));
}

}  // namespace mmlint::catalog

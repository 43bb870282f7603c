#include "catalog/on_target.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "catalog/catalog.h"

namespace mmlint::catalog {
namespace {

constexpr std::string_view kFact = "{target.";

bool holds(const Variant& variant, const Target& target, std::string_view form) {
  const auto fits = [form](std::string_view each) {
    return each == form ||
           (each.ends_with(".*") && form.starts_with(each.substr(0, each.size() - 1)));
  };
  return target.has(variant.when) &&
         (variant.forms.empty() || std::ranges::any_of(variant.forms, fits));
}

// Whether fill() changes a literal.
bool has_facts(const Literal& literal) {
  if (const std::string* text = literal.string()) return fact_path_of_literal(*text).has_value();
  if (const Literal::List* list = literal.list()) return std::ranges::any_of(*list, has_facts);
  const Literal::Dict* dict = literal.dict();
  return dict && std::ranges::any_of(*dict, has_facts, &Literal::Dict::value_type::second);
}

void fill_in(Literal& literal, const Target& target) {
  if (has_facts(literal)) literal = fill(literal, target);
}

void fill_in(Match& match, const Target& target) {
  fill_in(match.does.names, target);
  fill_in(match.does.except, target);
  for (ValueTest& test : match.tests) {
    if (test.kind != ValueTest::Kind::kMatches) {
      fill_in(test.operand, target);
    } else if (!test.regex) {
      const std::string pattern = fill_pattern(*test.operand.string(), target).value();
      test.regex = Regex::checked_before((match.ignore_case ? "(?i)" : "") + pattern);
    }
  }
  for (Match& child : match.children) fill_in(child, target);
}

// Whether facts of the target decide a part of a match.
bool asks_facts(const Match& match) {
  return match.kind == Match::Kind::kFacts || std::ranges::any_of(match.children, asks_facts);
}

}  // namespace

bool same(const Literal& a, const Literal& b, bool ignore_case) {
  if (!ignore_case || a.string() == nullptr || b.string() == nullptr) return a == b;
  return same_letters(*a.string(), *b.string());
}

Result<std::string> fill_pattern(std::string_view pattern, const Target& target) {
  std::string out;
  for (std::size_t at = pattern.find(kFact); at != pattern.npos; at = pattern.find(kFact)) {
    out += pattern.substr(0, at);
    pattern.remove_prefix(at + kFact.size());
    const std::size_t end = std::min(pattern.find('}'), pattern.size());
    const std::string path(pattern.substr(0, end));
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
    const Literal* fact = target.fact(path);
    const std::string* text = fact ? fact->string() : nullptr;
    const Literal::List* list = fact ? fact->list() : nullptr;
    std::vector<std::string> names;
    for (const Literal& item : list ? *list : Literal::List()) {
      if (item.string()) names.push_back(*item.string());
    }
    if (!text && (!list || list->size() != names.size()))
      return fail(fmt::format("fact '{}' is no pattern and no list of texts", path));
    out += text ? *text : "(" + Regex::any_of(names) + ")";
  }
  return out.append(pattern);
}

Match filled(Match match, const Target& target) {
  fill_in(match, target);
  return match;
}

Match decided(Match match, const Target& target) {
  const bool is_all = match.kind == Match::Kind::kAll;
  if ((!is_all && match.kind != Match::Kind::kAny) || !asks_facts(match)) return match;
  const bool has_primary = !primary_matchers(match).empty();
  Match out = match;
  out.children.clear();
  std::optional<Match> left_out;  // the last of them
  for (const Match& child : match.children) {
    Match one = decided(child, target);
    const bool is_known = one.kind == Match::Kind::kFacts;
    if (is_known && is_all && !target.has(one.facts)) return one;
    if (is_known && (is_all || !target.has(one.facts)))
      left_out = std::move(one);
    else
      out.children.push_back(std::move(one));
  }
  if (out.children.empty() && left_out) return std::move(*left_out);
  // What findings are about stays the same.
  if (primary_matchers(out).empty() == has_primary) return match;
  return out;
}

const RuleFix* fix_of(const Rule& rule, const Target& target, std::string_view form) {
  const Literal* bridge = rule.bridge_fix ? target.fact("scripts.bridge_lines") : nullptr;
  if (bridge && !bridge->list()->empty()) return &*rule.bridge_fix;
  return own_fix_of(rule, target, form);
}

const RuleFix* own_fix_of(const Rule& rule, const Target& target, std::string_view form) {
  for (const Variant& variant : rule.variants) {
    if (variant.fix && holds(variant, target, form)) return &*variant.fix;
  }
  return rule.fix ? &*rule.fix : nullptr;
}

Grade grade_of(const Rule& rule, const RuleFix& fix, const Target& target, Severity severity,
               bool asked) {
  static const LocalizedText kInformation = {"it is information; --select with its code applies it",
                                             "这只是提示信息；用 --select 指定它的代码才会修改"};
  if (fix.safety == Safety::kDisplay) return {fix.safety, &fix.why_not_safe};
  const bool is_own = !rule.bridge_fix || &fix != &*rule.bridge_fix;
  if (is_own && is_in(rule.code, target.display.rules))
    return {Safety::kDisplay, &target.display.why};
  if (severity == Severity::kInfo && !asked && !fix.of_information)
    return {Safety::kDisplay, &kInformation};
  if (fix.safety == Safety::kUnsafe) return {fix.safety, &fix.why_not_safe};
  const bool is_lowered = is_own && is_in(rule.code, target.unsafe.rules);
  return is_lowered ? Grade{Safety::kUnsafe, &target.unsafe.why} : Grade{};
}

std::vector<const Variant*> variants_of(const Rule& rule, const Target& target,
                                        const Literal& value, std::string_view form) {
  const std::vector<const Match*> primary = primary_matchers(rule.match);
  const bool ignore_case =
      std::ranges::any_of(primary, [](const Match* match) { return match->ignore_case; });
  std::vector<const Variant*> result;
  for (const Variant& variant : rule.variants) {
    if (variant.value && !same(*variant.value, value, ignore_case)) continue;
    if (holds(variant, target, form)) result.push_back(&variant);
  }
  return result;
}

std::vector<const std::string*> errors_of(const RunFailure& failure, const Target& target,
                                          const Literal& value, std::string_view form) {
  std::vector<const std::string*> of_one, of_any;
  for (const RunFailure::Error& error : failure.errors) {
    if (!target.has(error.when)) continue;
    if (!error.value && error.forms.empty())
      of_any.push_back(&error.text);
    else if ((!error.value || same(*error.value, value, true)) &&
             (error.forms.empty() || is_in(form, error.forms)))
      of_one.push_back(&error.text);
  }
  return of_one.empty() ? of_any : of_one;
}

}  // namespace mmlint::catalog

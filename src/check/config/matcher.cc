#include "check/config/matcher.h"

#include <algorithm>

#include "catalog/on_target.h"
#include "catalog/regex.h"
#include "check/config/checks.h"

namespace mmlint::check {

using catalog::Literal;
using catalog::Match;
using catalog::ValueTest;

namespace {

bool equal_text(std::string_view a, std::string_view b, bool ignore_case) {
  if (!ignore_case) return a == b;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view type_of(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNone:
      return "none";
    case Value::Kind::kBool:
      return "bool";
    case Value::Kind::kInt:
      return "int";
    case Value::Kind::kFloat:
      return "float";
    case Value::Kind::kString:
      return "str";
    case Value::Kind::kList:
      return "list";
    case Value::Kind::kTuple:
      return "tuple";
    case Value::Kind::kDict:
      return "dict";
    case Value::Kind::kReference:
      return "reference";
    default:
      return "";
  }
}

bool is_excepted(const Match& match, std::string_view key) {
  return std::any_of(match.except.begin(), match.except.end(), [key](const std::string& path) {
    return key.starts_with(path) && (key.size() == path.size() || key[path.size()] == '.');
  });
}

}  // namespace

bool equals(const Value& value, const Literal& literal, bool ignore_case) {
  if (literal.is_null()) return value.kind == Value::Kind::kNone;
  if (const auto* flag = std::get_if<bool>(&literal.value)) {
    return value.kind == Value::Kind::kBool && value.boolean == *flag;
  }
  if (const auto* number = std::get_if<std::int64_t>(&literal.value)) {
    return value.kind == Value::Kind::kInt && !value.big && value.integer == *number;
  }
  if (const auto* number = std::get_if<double>(&literal.value)) {
    return value.kind == Value::Kind::kFloat && value.floating == *number;
  }
  if (const std::string* text = literal.string()) {
    return (value.kind == Value::Kind::kString || value.kind == Value::Kind::kReference) &&
           equal_text(value.text, *text, ignore_case);
  }
  if (const Literal::List* list = literal.list()) {
    if (value.kind != Value::Kind::kList && value.kind != Value::Kind::kTuple) return false;
    return value.items.size() == list->size() &&
           std::equal(list->begin(), list->end(), value.items.begin(),
                      [&](const Literal& x, const Value* y) { return equals(*y, x, ignore_case); });
  }
  return false;
}

Answer passes(const ValueTest& test, bool ignore_case, const FoundValue& found) {
  if (found.unknown) return Answer::kUnknown;
  if (test.kind == ValueTest::Kind::kAbsent) return answer((found.value == nullptr) != test.negate);
  if (!found.value) return Answer::kNo;
  const Value& value = *found.value;
  bool yes = false;
  switch (test.kind) {
    case ValueTest::Kind::kAbsent:
    case ValueTest::Kind::kPresent:
      return answer(!test.negate);
    case ValueTest::Kind::kIs:
      yes = type_of(value) == *test.operand.string();
      break;
    case ValueTest::Kind::kEquals:
      yes = equals(value, test.operand, ignore_case);
      break;
    case ValueTest::Kind::kOneOf:
      for (const Literal& one : *test.operand.list()) yes = yes || equals(value, one, ignore_case);
      break;
    case ValueTest::Kind::kMatches:
      if (value.kind != Value::Kind::kString && value.kind != Value::Kind::kReference)
        return answer(test.negate);
      yes = test.regex->matches(value.text);
      break;
  }
  return answer(yes != test.negate);
}

Matcher::Matcher(const catalog::Rule& rule, const catalog::Target& target)
    : match_(catalog::filled(rule.match, target)), target_(target) {
  primary_ = catalog::primary_matchers(match_);
}

std::string_view Matcher::problem() const {
  return match_.kind == Match::Kind::kProblem ? std::string_view(match_.name) : std::string_view();
}

std::vector<Hit> Matcher::find(const ConfigView& view, const FileSystem& files) const {
  std::vector<Hit> hits;
  const auto leaf = [&](const Match& match, std::vector<Hit>& out) {
    return test(match, view, files, out);
  };
  if (evaluate(match_, target_, leaf, hits) != Answer::kYes) return {};
  // A rule without a key matcher is about the config as a whole.
  if (hits.empty() && primary_.empty()) hits.push_back({});
  return hits;
}

Answer Matcher::test(const Match& match, const ConfigView& view, const FileSystem& files,
                     std::vector<Hit>& hits) const {
  switch (match.kind) {
    case Match::Kind::kKey:
      return test_key(match, view, hits);
    case Match::Kind::kConfig:
      return answer(has_fact(match.name, view));
    case Match::Kind::kCheck:
      return run_check(match.name, view, files);
    default:  // a problem is matched where problems are reported; the loader refuses the others
      return Answer::kNo;
  }
}

Answer Matcher::test_key(const Match& match, const ConfigView& view, std::vector<Hit>& hits) const {
  const bool primary = std::find(primary_.begin(), primary_.end(), &match) != primary_.end();
  const auto test_all = [&](const FoundValue& found) {
    Answer all = Answer::kYes;
    for (const ValueTest& t : match.tests) {
      const Answer one = passes(t, match.ignore_case, found);
      if (one == Answer::kNo) return Answer::kNo;
      if (one == Answer::kUnknown) all = Answer::kUnknown;
    }
    return all;
  };
  const Value& root = *view.config->root;
  if (match.key.find('*') == std::string::npos) {
    const FoundValue found = value_at(root, match.key);
    const Answer result = test_all(found);
    if (result == Answer::kYes && primary) hits.push_back({match.key, found});
    return result;
  }
  Answer any = Answer::kNo;
  for_each_match(root, match.key, [&](const std::string& key, const FoundValue& found) {
    if (is_excepted(match, key) || test_all(found) != Answer::kYes) return;
    any = Answer::kYes;
    if (primary) hits.push_back({key, found});
  });
  return any;
}

}  // namespace mmlint::check

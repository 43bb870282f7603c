#include "catalog/rule.h"

#include <algorithm>

#include "catalog/target.h"

namespace mmlint::catalog {
namespace {

// ASCII only, as torch.distributed's upper() of backend names needs no more.
std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

bool same(const Literal& a, const Literal& b, bool ignore_case) {
  if (!ignore_case || a.string() == nullptr || b.string() == nullptr) return a == b;
  return lower(*a.string()) == lower(*b.string());
}

}  // namespace

bool Match::tests_absence() const {
  return std::any_of(tests.begin(), tests.end(),
                     [](const ValueTest& test) { return test.kind == ValueTest::Kind::kAbsent; });
}

std::vector<const Match*> primary_matchers(const Match& match) {
  std::vector<const Match*> result;
  switch (match.kind) {
    case Match::Kind::kKey:
      result.push_back(&match);
      break;
    case Match::Kind::kAll:
      for (auto child = match.children.rbegin(); child != match.children.rend(); ++child) {
        result = primary_matchers(*child);
        if (!result.empty()) break;
      }
      break;
    case Match::Kind::kAny:
      for (const Match& child : match.children) {
        const std::vector<const Match*> more = primary_matchers(child);
        result.insert(result.end(), more.begin(), more.end());
      }
      break;
    case Match::Kind::kNot:
    case Match::Kind::kConfig:
    case Match::Kind::kProblem:
    case Match::Kind::kCheck:
      break;
  }
  return result;
}

std::vector<const Text*> variant_texts(const Rule& rule, const Target& target,
                                       const Literal& value) {
  const std::vector<const Match*> primary = primary_matchers(rule.match);
  const bool ignore_case = std::any_of(primary.begin(), primary.end(),
                                       [](const Match* match) { return match->ignore_case; });
  std::vector<const Text*> result;
  for (const Variant& variant : rule.variants) {
    if (variant.value && !same(*variant.value, value, ignore_case)) continue;
    if (target.has(variant.when)) result.push_back(&variant.why);
  }
  return result;
}

bool Target::has(const Facts& when) const {
  return std::all_of(when.begin(), when.end(), [this](const auto& wanted) {
    const Literal* known = fact(wanted.first);
    return known != nullptr && *known == wanted.second;
  });
}

}  // namespace mmlint::catalog

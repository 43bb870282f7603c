#include "catalog/match.h"

#include <algorithm>

namespace mmlint::catalog {

bool Match::tests_absence() const {
  return std::any_of(tests.begin(), tests.end(),
                     [](const ValueTest& test) { return test.kind == ValueTest::Kind::kAbsent; });
}

bool Match::has_value() const {
  return !tests_absence() && !(kind == Kind::kDoes && tests.empty());
}

std::vector<const Match*> primary_matchers(const Match& match) {
  using enum Match::Kind;
  if (match.kind == kKey || match.kind == kDoes) return {&match};
  std::vector<const Match*> result;
  if (match.kind != kAll && match.kind != kAny) return result;
  for (auto child = match.children.rbegin(); child != match.children.rend(); ++child) {
    if (match.kind == kAll && !result.empty()) break;
    const std::vector<const Match*> more = primary_matchers(*child);
    result.insert(result.begin(), more.begin(), more.end());
  }
  return result;
}

}  // namespace mmlint::catalog

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
  std::vector<const Match*> result;
  switch (match.kind) {
    case Match::Kind::kKey:
    case Match::Kind::kDoes:
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
    case Match::Kind::kFacts:
    case Match::Kind::kConfig:
    case Match::Kind::kProblem:
    case Match::Kind::kCheck:
    case Match::Kind::kScript:
      break;
  }
  return result;
}

}  // namespace mmlint::catalog


#include "syntax/parse_checks.h"

// What is allowed in some scopes only.
namespace mmlint::syntax {
namespace {

constexpr const char* kAsyncComprehension =
    "asynchronous comprehension outside of an asynchronous function";

}  // namespace

const char* describe(ComprehensionKind what) {
  switch (what) {
    case ComprehensionKind::kList:
      return "list comprehension";
    case ComprehensionKind::kSet:
      return "set comprehension";
    case ComprehensionKind::kDict:
      return "dict comprehension";
    case ComprehensionKind::kGenerator:
      return "generator expression";
  }
  return "";
}

// Judges what was met since `from`, which turned out to be in a comprehension. Leaves what may have
// a meaning for one around it.
void ParseChecks::absorb(std::size_t from, ComprehensionKind into) {
  const bool generator = into == ComprehensionKind::kGenerator;
  std::size_t kept = from;
  for (std::size_t i = from; i < met_.size(); ++i) {
    Met met = met_[i];
    switch (met.what) {
      case Met::What::kYield:
        refuse(met.begin, met.end, std::string("'yield' inside ") + describe(into));
        continue;
      case Met::What::kAwait:
      case Met::What::kAsyncComprehension:
        if (generator) continue;
        met.what = Met::What::kAsyncComprehension;
        break;
      case Met::What::kNamed:
        if (scope_.in_class) {
          refuse(met.begin, met.end,
                 "assignment expression within a comprehension cannot be used in a class body");
        }
    }
    met_[kept++] = met;
  }
  met_.resize(kept);
}

void ParseChecks::refuse_named(std::size_t from) {
  for (std::size_t i = from; i < met_.size(); ++i) {
    if (met_[i].what == Met::What::kNamed) {
      refuse(met_[i].begin, met_[i].end,
             "assignment expression cannot be used in a comprehension iterable expression");
    }
  }
}

void ParseChecks::settle(std::size_t from) {
  for (std::size_t i = from; i < met_.size(); ++i) {
    const Met& met = met_[i];
    const char* wrong = nullptr;
    switch (met.what) {
      case Met::What::kYield:
        if (!scope_.function) wrong = "'yield' outside function";
        break;
      case Met::What::kAwait:
        if (!scope_.async)
          wrong = scope_.function ? "'await' outside async function" : "'await' outside function";
        break;
      case Met::What::kAsyncComprehension:
        if (!scope_.async) wrong = kAsyncComprehension;
        break;
      case Met::What::kNamed:
        break;
    }
    if (wrong != nullptr) refuse(met.begin, met.end, wrong);
  }
  met_.resize(from);
}

}  // namespace mmlint::syntax

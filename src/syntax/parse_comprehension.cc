#include <string>

#include "syntax/parse_expr.h"

// Comprehensions, and what may not be in them.
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

// True at the first clause of a comprehension.
bool ParseExpr::at_clause() {
  if (peek() != 'f' && peek() != 'a') return false;
  const char* const stop = at_;
  const bool found = take_word("for") || take_word("async");
  at_ = stop;
  return found;
}

// The clauses of a comprehension, up to and with the closing bracket. Since `met`, its value and
// key were read.
const Expr* ParseExpr::comprehension(ComprehensionKind what, std::uint32_t begin, std::size_t met,
                                     const Expr* key, const Expr* value) {
  const std::size_t base = clauses_.size();
  const char close = what == ComprehensionKind::kGenerator ? ')'
                     : what == ComprehensionKind::kList    ? ']'
                                                           : '}';
  if (value->kind == ExprKind::kStarred)
    refuse(*value, "iterable unpacking cannot be used in comprehension");
  absorb(met, what);
  bool is_async = false;
  do {
    if (!for_clause(what, clauses_.size() == base, is_async)) return nullptr;
    skip();
  } while (peek() != close);
  leave();
  const std::span<const ForClause> kept =
      keep_all(std::span<const ForClause>(clauses_).subspan(base));
  clauses_.resize(base);
  const Expr at = expr_at(ExprKind::kComprehension, begin, offset());
  if (!is_async) return make(Comprehension{at, what, key, value, kept});
  if (what != ComprehensionKind::kGenerator)
    met_.push_back({Met::What::kAsyncComprehension, begin, offset()});
  return make(Expr{ExprKind::kUnsupported, at.begin, at.end});
}

bool ParseExpr::for_clause(ComprehensionKind what, bool is_first, bool& is_async) {
  const int outer = level_;
  if (take_word("async")) {
    is_async = true;
    skip();
  }
  if (!take_word("for")) return invalid();
  if (!link()) return false;
  skip();
  ForClause clause{};
  clause.target = for_target();
  if (clause.target == nullptr) return false;
  if (!follows("in")) return invalid();
  std::size_t met = met_.size();
  clause.iterable = disjunction();
  if (clause.iterable == nullptr) return false;
  refuse_named(met);
  // The first iterable is evaluated outside of the comprehension.
  if (is_first) met = met_.size();
  const std::size_t base = exprs_.size();
  while (follows("if")) {
    const Expr* condition = disjunction();
    if (condition == nullptr) return false;
    exprs_.push_back(condition);
  }
  absorb(met, what);
  clause.conditions = keep_all(Exprs(exprs_).subspan(base));
  exprs_.resize(base);
  clauses_.push_back(clause);
  level_ = outer;
  return true;
}

// Judges what was met since `from`, which turned out to be in a comprehension. Leaves what may have
// a meaning for one around it.
void ParseExpr::absorb(std::size_t from, ComprehensionKind into) {
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

void ParseExpr::refuse_named(std::size_t from) {
  for (std::size_t i = from; i < met_.size(); ++i) {
    if (met_[i].what == Met::What::kNamed) {
      refuse(met_[i].begin, met_[i].end,
             "assignment expression cannot be used in a comprehension iterable expression");
    }
  }
}

void ParseExpr::settle(std::size_t from) {
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

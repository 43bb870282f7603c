#include "syntax/parse_expr.h"

// Comprehensions.
namespace mmlint::syntax {
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
    level_ = outer + 1;
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

const Expr* ParseExpr::for_target() {
  const std::uint32_t begin = offset();
  const auto next = [this, outer = level_] {
    level_ = outer;
    return peek() == '*' ? starred() : bitwise_or();
  };
  const Expr* target = bare_tuple(begin, next(), next, [this] { return take_word("in"); });
  if (target != nullptr) check_target(*target, Use::kBind);
  return target;
}

}  // namespace mmlint::syntax

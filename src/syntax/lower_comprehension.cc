#include "syntax/lower_expr.h"

namespace mmlint::syntax {

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

const Expr* ExprLowering::comprehension(const Node& node, ComprehensionKind what) {
  const char* outer = context_.comprehension;
  context_.comprehension = describe(what);
  const Node& body = child(node, 0);
  const Expr* key = nullptr;
  const Expr* value = nullptr;
  if (body.kind == NodeKind::kPair) {
    key = expr(child(body, 0));
    value = expr(child(body, 1));
  } else if (is_starred(body)) {
    refuse(body, "iterable unpacking cannot be used in comprehension");
    value = unsupported(body);
  } else {
    value = expr(body, kWalrus);
  }

  std::size_t count = 0;
  for (const Node& part : node.children()) count += part.kind == NodeKind::kForInClause;
  const auto clauses = array<ForClause>(count);
  std::size_t at = 0;
  bool is_async = false;
  for (auto part = node.children().begin(); part != node.children().end();) {
    if ((*part).kind != NodeKind::kForInClause) {
      ++part;
      continue;
    }
    is_async = is_async || token(*part, "async") != nullptr;
    if (is_async && !context_.async && outer == nullptr && what != ComprehensionKind::kGenerator) {
      refuse(node, kAsyncComprehension);
    }
    // The first iterable is evaluated outside of the comprehension.
    ForClause& clause = clauses[at] = for_clause(*part, at == 0 ? outer : context_.comprehension);
    ++at;
    std::size_t conditions = 0;
    const auto first = ++part;
    for (; part != node.children().end() && (*part).kind == NodeKind::kIfClause; ++part)
      ++conditions;
    const auto lowered = array<const Expr*>(conditions);
    auto condition = first;
    for (const Expr*& each : lowered) {
      each = operand(child(*condition, 0));
      ++condition;
    }
    clause.conditions = lowered;
  }
  context_.comprehension = outer;
  if (is_async) return unsupported(node);
  return make(Comprehension{expr_at(ExprKind::kComprehension, node), what, key, value, clauses});
}

ForClause ExprLowering::for_clause(const Node& node, const char* around_iterable) {
  const Expr* bound = target(child(node, 0), Use::kComprehension);
  if (bound->kind == ExprKind::kStarred) {
    refuse(node, "starred assignment target must be in a list or tuple");
  }
  const Node& iterable = child(node, 1);
  if (maybe_child(node, 2) != nullptr || trailing_comma(node) != nullptr) refuse(node, kInvalid);
  const Context outer = context_;
  context_.comprehension = around_iterable;
  context_.iterable = true;
  const Expr* lowered = operand(iterable);
  const bool generator = context_.generator;
  context_ = outer;
  context_.generator = generator;
  return {bound, lowered, {}};
}

}  // namespace mmlint::syntax

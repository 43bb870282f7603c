#include "syntax/lower_expr.h"

namespace mmlint::syntax {
namespace {

// What CPython calls an expression that cannot be assigned to.
// (_PyPegen_get_expr_name in Parser/pegen.c)
const char* what_is(NodeKind kind, std::string_view text) {
  switch (kind) {
    case NodeKind::kCall:
      return "function call";
    case NodeKind::kTuple:
    case NodeKind::kTuplePattern:
    case NodeKind::kPatternList:
    case NodeKind::kExpressionList:
      return "tuple";
    case NodeKind::kList:
    case NodeKind::kListPattern:
      return "list";
    case NodeKind::kDictionary:
      return "dict literal";
    case NodeKind::kSet:
      return "set display";
    case NodeKind::kString:
    case NodeKind::kConcatenatedString:
      return text.find_first_of("fF") < text.find_first_of("'\"") ? "f-string expression"
                                                                  : "literal";
    case NodeKind::kInteger:
    case NodeKind::kFloat:
      return "literal";
    case NodeKind::kTrue:
      return "True";
    case NodeKind::kFalse:
      return "False";
    case NodeKind::kNone:
      return "None";
    case NodeKind::kEllipsis:
      return "ellipsis";
    case NodeKind::kComparisonOperator:
      return "comparison";
    case NodeKind::kConditionalExpression:
      return "conditional expression";
    case NodeKind::kLambda:
      return "lambda";
    case NodeKind::kNamedExpression:
      return "named expression";
    case NodeKind::kListComprehension:
      return "list comprehension";
    case NodeKind::kSetComprehension:
      return "set comprehension";
    case NodeKind::kDictionaryComprehension:
      return "dict comprehension";
    case NodeKind::kGeneratorExpression:
      return "generator expression";
    case NodeKind::kAwait:
      return "await expression";
    case NodeKind::kYield:
      return "yield expression";
    case NodeKind::kListSplat:
    case NodeKind::kListSplatPattern:
      return "starred";
    case NodeKind::kBooleanOperator:
    case NodeKind::kNotOperator:
    case NodeKind::kUnaryOperator:
    case NodeKind::kBinaryOperator:
      return "expression";
    default:
      return nullptr;
  }
}

}  // namespace

const Expr* ExprLowering::refuse_target(const Node& node, Use use) {
  const char* what = what_is(node.kind, text(node));
  if (what == nullptr) {
    refuse(node, kInvalid);
  } else {
    refuse(node, std::string(use == Use::kDelete ? "cannot delete " : "cannot assign to ") + what);
  }
  return unsupported(node);
}

const Expr* ExprLowering::target(const Node& node, Use use) {
  const NestingLevel level(*this, node);
  if (!level) return unsupported(node);
  switch (node.kind) {
    case NodeKind::kIdentifier: {
      const Name* bound = name(node);
      if (bound->id == "__debug__") refuse_target(node, use);
      return bound;
    }
    case NodeKind::kAttribute:
    case NodeKind::kSubscript:
      return expr(node);
    case NodeKind::kParenthesizedExpression: {
      const Node& inner = child(node, 0);
      if (inner.kind == NodeKind::kListSplat) {
        refuse(inner, "cannot use starred expression here");
      }
      return target(inner, use);
    }
    case NodeKind::kListSplat:
    case NodeKind::kListSplatPattern: {
      if (use == Use::kDelete) return refuse_target(node, use);
      const Node& inner = child(node, 0);
      if (inner.kind == NodeKind::kListSplat || inner.kind == NodeKind::kListSplatPattern) {
        refuse(node, kInvalid);
      }
      const Expr* value = target(inner, use);
      return make(Starred{expr_at(ExprKind::kStarred, node), value, 1});
    }
    case NodeKind::kTuplePattern:
      if (is_parenthesis(node)) {
        const Node& inner = child(node, 0);
        if (inner.kind == NodeKind::kListSplatPattern) {
          refuse(inner, "cannot use starred expression here");
        }
        return target(inner, use);
      }
      return target_sequence(node, ExprKind::kTuple, use);
    case NodeKind::kTuple:
    case NodeKind::kPatternList:
    case NodeKind::kExpressionList:
      return target_sequence(node, ExprKind::kTuple, use);
    case NodeKind::kList:
    case NodeKind::kListPattern:
      return target_sequence(node, ExprKind::kList, use);
    default:
      return refuse_target(node, use);
  }
}

const Expr* ExprLowering::target_sequence(const Node& node, ExprKind kind, Use use) {
  const auto items = array<const Expr*>(count_children(node));
  std::size_t at = 0;
  int stars = 0;
  for (const Node& item : node.children()) {
    if (item.is_token()) continue;
    items[at] = target(item, use);
    stars += items[at]->kind == ExprKind::kStarred;
    ++at;
  }
  if (stars > 1) refuse(node, "multiple starred expressions in assignment");
  return make(Sequence{expr_at(kind, node), items});
}

const Expr* ExprLowering::augmented_target(const Node& node) {
  const Node* inner = &node;
  while (inner->kind == NodeKind::kParenthesizedExpression ||
         (inner->kind == NodeKind::kTuplePattern && is_parenthesis(*inner))) {
    inner = &child(*inner, 0);
  }
  switch (inner->kind) {
    case NodeKind::kIdentifier:
    case NodeKind::kAttribute:
    case NodeKind::kSubscript:
      return target(*inner, Use::kAssign);
    default:
      break;
  }
  const char* what = what_is(inner->kind, text(*inner));
  refuse(*inner, what == nullptr ? kInvalid
                                 : "'" + std::string(what) +
                                       "' is an illegal expression for augmented assignment");
  return unsupported(*inner);
}

}  // namespace mmlint::syntax

#include <vector>

#include "syntax/lower_expr.h"
#include "syntax/operator.h"

namespace mmlint::syntax {

const Expr* ExprLowering::unary(const Node& node, bool is_not) {
  const char sign = text(node)[0];
  if (sign == '*') return expr(child(node, 0));  // its star is hoisted
  const Operator op = is_not        ? Operator::kNot
                      : sign == '-' ? Operator::kNegative
                      : sign == '+' ? Operator::kPositive
                                    : Operator::kInvert;
  return make(Unary{expr_at(ExprKind::kUnary, node), op, operand(child(node, 0))});
}

const Expr* ExprLowering::binary(const Node& node) {
  const Operator op = *binary_operator(text(second(node)));
  if (op == Operator::kBitAnd) {
    const Node* left = &node;
    while (is_operation(*left, "&")) {
      if (is_operation(child(*left, 1), "^")) return and_before_xor(node);
      left = &child(*left, 0);
    }
    if (is_operation(*left, "^")) return and_before_xor(node);
  }
  const Expr* left = expr(child(node, 0));
  return make(Binary{expr_at(ExprKind::kBinary, node), op, left, expr(child(node, 1))});
}

bool ExprLowering::is_operation(const Node& node, std::string_view op) const {
  return node.kind == NodeKind::kBinaryOperator && text(second(node)) == op;
}

// The grammar binds '^' closer than '&', Python the reverse: reads `a & b ^ c` anew.
const Expr* ExprLowering::and_before_xor(const Node& node) {
  std::vector<const Node*> operands;
  std::vector<bool> is_xor;  // the operator behind an operand
  const auto collect = [&](const auto& self, const Node& part) -> void {
    if (!is_operation(part, "&") && !is_operation(part, "^")) return operands.push_back(&part);
    const NestingLevel level(*this, part);
    if (!level) return;
    self(self, child(part, 0));
    is_xor.push_back(is_operation(part, "^"));
    self(self, child(part, 1));
  };
  collect(collect, node);
  if (operands.size() != is_xor.size() + 1) return unsupported(node);
  const auto join = [&](const Expr* left, std::size_t first, Operator op, const Expr* right,
                        std::size_t last) -> const Expr* {
    if (left == nullptr) return right;
    const Expr at = expr_at(ExprKind::kBinary, operands[first]->begin, operands[last]->end);
    return make(Binary{at, op, left, right});
  };
  const Expr* all = nullptr;
  for (std::size_t i = 0; i < operands.size();) {
    const Expr* group = expr(*operands[i]);
    const std::size_t first = i++;
    for (; i < operands.size() && !is_xor[i - 1]; ++i) {
      group = join(group, first, Operator::kBitAnd, expr(*operands[i]), i);
    }
    all = join(all, 0, Operator::kBitXor, group, i - 1);
  }
  return all;
}

const Expr* ExprLowering::boolean(const Node& node) {
  const Node& sign = second(node);
  const Operator op = text(sign) == "and" ? Operator::kAnd : Operator::kOr;
  const Expr* left = operand(child(node, 0));
  return make(Boolean{expr_at(ExprKind::kBoolean, node), op, left, operand(child(node, 1))});
}

const Expr* ExprLowering::comparison(const Node& node) {
  const std::size_t count = count_children(node) - 1;
  const auto ops = array<Operator>(count);
  const auto rights = array<const Expr*>(count);
  const Expr* left = nullptr;
  std::size_t at = 0;
  for (const Node& part : node.children()) {
    if (!part.is_token()) {
      const Expr* lowered = operand(part);
      (left == nullptr ? left : rights[at++]) = lowered;
      continue;
    }
    const std::string_view sign = text(part);
    if (sign == "<>") refuse(part, kInvalid);
    if (sign.substr(0, 3) == "not") ops[at] = Operator::kNotIn;
    if (sign.size() > 2 && sign.substr(0, 2) == "is") ops[at] = Operator::kIsNot;
    if (const auto op = comparison_operator(sign)) ops[at] = *op;
  }
  return make(Compare{expr_at(ExprKind::kCompare, node), left, ops, rights});
}

const Expr* ExprLowering::conditional(const Node& node) {
  const Expr* then = operand(child(node, 0));
  const Expr* condition = operand(child(node, 1));
  return make(
      Conditional{expr_at(ExprKind::kConditional, node), condition, then, expr(child(node, 2))});
}

}  // namespace mmlint::syntax

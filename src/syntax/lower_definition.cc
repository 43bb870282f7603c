#include "syntax/lower_stmt.h"

namespace mmlint::syntax {

const Stmt* StmtLowering::decorated(const Node& node) {
  std::size_t count = 0;
  for (const Node& part : node.children()) count += part.kind == NodeKind::kDecorator;
  const auto decorators = array<const Expr*>(count);
  std::size_t at = 0;
  for (const Node& part : node.children()) {
    if (part.is_token()) continue;
    begin_line(part.begin);
    if (part.kind == NodeKind::kDecorator) {
      decorators[at++] = expr(child(part, 0), kWalrus);
    } else if (part.kind == NodeKind::kFunctionDefinition) {
      return function(part, node.begin, decorators);
    } else {
      return class_stmt(part, node.begin, decorators);
    }
  }
  refuse(node, kInvalid);
  return unsupported_stmt(stmt_at(StmtKind::kUnsupported, node));
}

const Stmt* StmtLowering::function(const Node& node, std::uint32_t begin, Exprs decorators) {
  const Node& first = *node.children().begin();
  const bool is_async = first.is_token() && text(first) == "async";
  const std::string_view id = name(child(node, 0))->id;
  const Node* list = child(node, NodeKind::kParameters);
  MM_CHECK(list != nullptr);
  const std::span<const Parameter> lowered = parameters(*list, false);
  const Node* type = child(node, NodeKind::kType);
  const Expr* returns = type == nullptr ? nullptr : annotation(*type);
  const Context outer = context_;
  context_ = Context{.function = true, .async = is_async};
  const Block body = block_of(node);
  const bool is_generator = context_.generator;
  context_ = outer;
  const Stmt where = compound_at(StmtKind::kFunction, begin);
  return make(Function{where, id, lowered, body, decorators, returns, is_async, is_generator});
}

const Stmt* StmtLowering::class_stmt(const Node& node, std::uint32_t begin, Exprs decorators) {
  const std::string_view id = name(child(node, 0))->id;
  std::span<const Argument> bases;
  if (const Node* list = child(node, NodeKind::kArgumentList)) bases = arguments(*list);
  const Context outer = context_;
  context_ = Context{.in_class = true};
  const Block body = block_of(node);
  context_ = outer;
  return make(Class{compound_at(StmtKind::kClass, begin), id, bases, body, decorators});
}

}  // namespace mmlint::syntax

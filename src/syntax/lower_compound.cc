#include "syntax/lower_stmt.h"

namespace mmlint::syntax {
Block StmtLowering::block(const Node& node) {
  const bool outer = nested_;
  nested_ = true;
  const auto result = array<const Stmt*>(count_children(node));
  std::size_t at = 0;
  for (const Node& each : node.children()) {
    if (each.is_token()) {
      block_end_ = each.end;
      continue;
    }
    block_end_ = each.end;
    result[at++] = stmt(each);
  }
  nested_ = outer;
  if (at == 0) refuse(node, "expected an indented block");
  return result;
}

Block StmtLowering::block_of(const Node& node) {
  const Node* found = child(node, NodeKind::kBlock);
  MM_CHECK(found != nullptr);
  return block(*found);
}

const Stmt* StmtLowering::if_stmt(const Node& node) {
  return if_from(node.children().begin(), node.children().end(), node.begin);
}

// `from` is the first child of an if_statement, or one of its elif clauses.
const Stmt* StmtLowering::if_from(Node::Iterator from, Node::Iterator end, std::uint32_t begin) {
  const Expr* condition = nullptr;
  Block then;
  Node::Iterator rest = from;
  const auto read = [&](const Node& part) {
    if (part.kind == NodeKind::kBlock) {
      then = block(part);
    } else if (!part.is_token()) {
      condition = expr(part, kWalrus);
    }
  };
  if ((*from).kind == NodeKind::kElifClause) {
    begin_line((*from).begin);
    for (const Node& part : (*from).children()) read(part);
    ++rest;
  } else {
    for (; rest != end && !is_clause(*rest); ++rest) read(*rest);
  }
  Block otherwise;
  if (rest != end && (*rest).kind == NodeKind::kElifClause) {
    const NestingLevel level(*this, *rest);
    const auto only = array<const Stmt*>(1);
    only[0] = level ? if_from(rest, end, (*rest).begin)
                    : unsupported_stmt(stmt_at(StmtKind::kUnsupported, *rest));
    otherwise = only;
  } else if (rest != end) {
    begin_line((*rest).begin);
    otherwise = block_of(*rest);
  }
  return make(If{compound_at(StmtKind::kIf, begin), condition, then, otherwise});
}

bool StmtLowering::is_clause(const Node& node) {
  return node.kind == NodeKind::kElifClause || node.kind == NodeKind::kElseClause;
}

Block StmtLowering::loop_body(const Node& node) {
  const bool outer = context_.loop;
  context_.loop = true;
  const Block body = block_of(node);
  context_.loop = outer;
  return body;
}

Block StmtLowering::else_of(const Node& node) {
  const Node* clause = child(node, NodeKind::kElseClause);
  if (clause == nullptr) return {};
  begin_line(clause->begin);
  return block_of(*clause);
}

const Stmt* StmtLowering::for_stmt(const Node& node) {
  const bool is_async = check_async(node, "'async for' outside async function");
  const Node& left = child(node, 0);
  const Expr* bound = target(left, Use::kFor);
  if (bound->kind == ExprKind::kStarred) {
    refuse(left, "starred assignment target must be in a list or tuple");
  }
  const Expr* iterable = expr(child(node, 1));
  const Block body = loop_body(node);
  const Block otherwise = else_of(node);
  const Stmt where = compound_at(StmtKind::kFor, node.begin);
  if (is_async) return unsupported_stmt(where);
  return make(For{where, bound, iterable, body, otherwise, false});
}

const Stmt* StmtLowering::while_stmt(const Node& node) {
  const Expr* condition = expr(child(node, 0), kWalrus);
  const Block body = loop_body(node);
  const Block otherwise = else_of(node);
  return make(While{compound_at(StmtKind::kWhile, node.begin), condition, body, otherwise});
}

bool StmtLowering::check_async(const Node& node, const char* message) {
  const Node& first = *node.children().begin();
  if (!first.is_token() || text(first) != "async") return false;
  if (!context_.async) refuse(node, message);
  return true;
}

const Stmt* StmtLowering::with_stmt(const Node& node) {
  const bool is_async = check_async(node, "'async with' outside async function");
  const std::span<const WithItem> items = with_items(child(node, 0));
  const Block body = block_of(node);
  const Stmt where = compound_at(StmtKind::kWith, node.begin);
  if (is_async) return unsupported_stmt(where);
  return make(With{where, items, body, false});
}

std::span<const WithItem> StmtLowering::with_items(const Node& clause) {
  if (trailing_comma(clause) != nullptr) refuse(clause, kInvalid);
  // What stands in parentheses is a list of items for Python, unless only a tuple may hold it. The
  // grammar may have read the one or the other.
  const auto fits_tuple_only = [&](const Node& item) {
    const Node& value = item.kind == NodeKind::kWithItem ? child(item, 0) : item;
    return is_starred(value) || value.kind == NodeKind::kNamedExpression;
  };
  const Node* list = &clause;
  const Node& first = child(child(clause, 0), 0);
  const bool one = count_children(clause) == 1;
  if (one && first.kind == NodeKind::kTuple && count_children(first) > 0) list = &first;
  bool is_tuple = false;
  for (const Node& item : list->children()) {
    is_tuple = is_tuple || (!item.is_token() && fits_tuple_only(item));
  }
  if (is_tuple && text(*list).substr(0, 1) == "(") {
    return tuple_item(*list);
  }
  const auto items = array<WithItem>(count_children(*list));
  std::size_t at = 0;
  for (const Node& each : list->children()) {
    if (!each.is_token()) items[at++] = with_item(each);
  }
  return items;
}

std::span<const WithItem> StmtLowering::tuple_item(const Node& list) {
  const auto values = array<const Expr*>(count_children(list));
  std::size_t at = 0;
  for (const Node& each : list.children()) {
    if (each.is_token()) continue;
    const Node& value = each.kind == NodeKind::kWithItem ? child(each, 0) : each;
    values[at++] = expr(value, kStar | kWalrus);
  }
  const auto only = array<WithItem>(1);
  only[0] = {make(Sequence{expr_at(ExprKind::kTuple, list), values}), nullptr};
  return only;
}

const Node* StmtLowering::aliased_end(const Node& node) {
  const Node* last = &node;
  while (last->kind == NodeKind::kConditionalExpression || last->kind == NodeKind::kLambda) {
    for (const Node& part : last->children()) last = &part;
  }
  return last->kind == NodeKind::kAsPattern ? last : nullptr;
}

const Expr* StmtLowering::aliased(const Node& node, const Node& pattern) {
  if (&node == &pattern) return expr(child(node, 0));
  aliased_ = pattern.end;
  value_end_ = child(pattern, 0).end;
  const Expr* value = expr(node);
  aliased_ = 0xffffffff;
  return value;
}

WithItem StmtLowering::with_item(const Node& node) {
  const Node* value = node.kind == NodeKind::kWithItem ? &child(node, 0) : &node;
  if (value->kind == NodeKind::kParenthesizedExpression &&
      aliased_end(child(*value, 0)) != nullptr) {
    value = &child(*value, 0);
  }
  const Node* pattern = aliased_end(*value);
  if (pattern == nullptr) return {expr(*value), nullptr};
  const Expr* context = aliased(*value, *pattern);
  const Node& alias = child(*pattern, 1);
  const Node& bound = alias.kind == NodeKind::kAsPatternTarget ? child(alias, 0) : alias;
  const Expr* lowered = target(bound, Use::kWith);
  if (lowered->kind == ExprKind::kStarred) {
    refuse(bound, "starred assignment target must be in a list or tuple");
  }
  return {context, lowered};
}

const Stmt* StmtLowering::try_stmt(const Node& node) {
  const Block body = block_of(node);
  std::size_t count = 0;
  std::size_t stars = 0;
  for (const Node& part : node.children()) {
    if (part.kind != NodeKind::kExceptClause) continue;
    ++count;
    stars += token(part, "*") != nullptr;
  }
  const Node* finally_clause = child(node, NodeKind::kFinallyClause);
  if (count == 0 && finally_clause == nullptr) {
    refuse(node, "expected 'except' or 'finally' block");
  }
  if (count == 0 && child(node, NodeKind::kElseClause) != nullptr) refuse(node, kInvalid);
  if (stars != 0 && stars != count) {
    refuse(node, "cannot have both 'except' and 'except*' on the same 'try'");
  }
  const auto handlers = array<Handler>(count);
  std::size_t at = 0;
  for (const Node& part : node.children()) {
    if (part.kind != NodeKind::kExceptClause) continue;
    begin_line(part.begin);
    handlers[at] = handler(part);
    if (handlers[at].type == nullptr && (at + 1 < count || stars != 0)) {
      refuse(part, stars != 0 ? "expected one or more exception types"
                              : "default 'except:' must be last");
    }
    ++at;
  }
  const Block otherwise = else_of(node);
  Block finally;
  if (finally_clause != nullptr) {
    begin_line(finally_clause->begin);
    finally = block_of(*finally_clause);
  }
  const Stmt where = compound_at(StmtKind::kTry, node.begin);
  if (stars != 0) return unsupported_stmt(where);
  return make(Try{where, body, handlers, otherwise, finally});
}

Handler StmtLowering::handler(const Node& node) {
  Handler result{};
  const Node* type = nullptr;
  const Node* alias = nullptr;
  for (const Node& part : node.children()) {
    if (part.is_token()) {
      if (text(part) == ",") refuse(node, "multiple exception types must be parenthesized");
    } else if (part.kind != NodeKind::kBlock) {
      (type == nullptr ? type : alias) = &part;
    }
  }
  const Node* pattern = type != nullptr ? aliased_end(*type) : nullptr;
  if (pattern != nullptr) {
    const Node& bound = child(*pattern, 1);
    alias = bound.kind == NodeKind::kAsPatternTarget ? &child(bound, 0) : &bound;
    result.type = aliased(*type, *pattern);
  } else if (type != nullptr) {
    result.type = expr(*type);
  }
  if (alias != nullptr) {
    if (alias->kind != NodeKind::kIdentifier) refuse(*alias, kInvalid);
    result.name = name(*alias)->id;
  }
  result.body = block_of(node);
  return result;
}

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

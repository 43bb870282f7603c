#include "syntax/lower_expr.h"

#include <tuple>
#include <utility>

#include "base/text.h"

namespace mmlint::syntax {
namespace {

bool is_loose(NodeKind kind) {
  return kind == NodeKind::kConditionalExpression || kind == NodeKind::kLambda ||
         kind == NodeKind::kNamedExpression;
}

// Nodes that begin with a star of their own; a unary operator if easier_text() made it of a star.
bool is_splat(NodeKind kind) {
  return kind == NodeKind::kListSplat || kind == NodeKind::kListSplatPattern ||
         kind == NodeKind::kUnaryOperator;
}

// CPython's bitwise_or, which a star stands before but in calls.
bool is_star_operand(NodeKind kind) {
  return !is_loose(kind) && kind != NodeKind::kNotOperator && kind != NodeKind::kBooleanOperator &&
         kind != NodeKind::kComparisonOperator && kind != NodeKind::kSlice;
}

}  // namespace

const Expr* ExprLowering::expr(const Node& node, unsigned allow) {
  const Node* inner = &node;
  while (inner->kind == NodeKind::kParenthesizedExpression) {
    inner = &child(*inner, 0);
    allow = kWalrus | kYield;
  }
  const NestingLevel level(*this, *inner);
  if (!level) return unsupported(*inner);
  return is_starred(*inner) ? starred(*inner, allow) : dispatch(*inner, allow);
}

bool ExprLowering::is_starred(const Node& node) const {
  return node.begin != star_ && text(node).substr(0, 1) == "*" &&
         node.kind != NodeKind::kExpressionList && node.kind != NodeKind::kPatternList;
}

const Expr* ExprLowering::dispatch(const Node& node, unsigned allow) {
  switch (node.kind) {
    case NodeKind::kIdentifier:
      return name(node);
    case NodeKind::kString:
    case NodeKind::kConcatenatedString:
      return string(node);
    case NodeKind::kInteger:
      return number(node, false);
    case NodeKind::kFloat:
      return number(node, true);
    case NodeKind::kTrue:
      return constant(node, ConstantKind::kTrue);
    case NodeKind::kFalse:
      return constant(node, ConstantKind::kFalse);
    case NodeKind::kNone:
      return constant(node, ConstantKind::kNone);
    case NodeKind::kEllipsis:
      return constant(node, ConstantKind::kEllipsis);
    case NodeKind::kCall:
      return call(node);
    case NodeKind::kList:
      return sequence(node, ExprKind::kList, kStar | kWalrus);
    case NodeKind::kTuple:
      return sequence(node, ExprKind::kTuple, kStar | kWalrus);
    case NodeKind::kListPattern:
      return sequence(node, ExprKind::kList, kStar);
    case NodeKind::kTuplePattern:
      if (is_parenthesis(node)) return expr(child(node, 0));
      return sequence(node, ExprKind::kTuple, kStar);
    case NodeKind::kSet:
      return sequence(node, ExprKind::kSet, kStar | kWalrus);
    case NodeKind::kExpressionList:
    case NodeKind::kPatternList:
      return sequence(node, ExprKind::kTuple, kStar);
    case NodeKind::kDictionary:
      return dictionary(node);
    case NodeKind::kAttribute:
      return attribute(node);
    case NodeKind::kSubscript:
      return subscript(node);
    case NodeKind::kUnaryOperator:
      return unary(node, false);
    case NodeKind::kNotOperator:
      return unary(node, true);
    case NodeKind::kBinaryOperator:
      return binary(node);
    case NodeKind::kBooleanOperator:
      return boolean(node);
    case NodeKind::kComparisonOperator:
      return comparison(node);
    case NodeKind::kConditionalExpression:
      return conditional(node);
    case NodeKind::kLambda:
      return lambda(node);
    case NodeKind::kListSplat:
    case NodeKind::kListSplatPattern:
      return expr(child(node, 0));  // its star is hoisted
    case NodeKind::kListComprehension:
      return comprehension(node, ComprehensionKind::kList);
    case NodeKind::kSetComprehension:
      return comprehension(node, ComprehensionKind::kSet);
    case NodeKind::kDictionaryComprehension:
      return comprehension(node, ComprehensionKind::kDict);
    case NodeKind::kGeneratorExpression:
      return comprehension(node, ComprehensionKind::kGenerator);
    case NodeKind::kNamedExpression:
      return named(node, allow);
    case NodeKind::kSlice:
      return slice(node);
    case NodeKind::kYield:
      return yield(node, allow);
    case NodeKind::kAwait:
      return await(node);
    case NodeKind::kAsPattern:
      if (node.end == aliased_) return expr(child(node, 0));
      [[fallthrough]];
    default:
      refuse(node, kInvalid);
      return unsupported(node);
  }
}

const Expr* ExprLowering::operand(const Node& node) {
  if (is_loose(node.kind)) refuse(node, kInvalid);
  return expr(node);
}

bool ExprLowering::is_parenthesis(const Node& tuple_pattern) const {
  return count_children(tuple_pattern) == 1 && token(tuple_pattern, ",") == nullptr;
}

Exprs ExprLowering::exprs(const Node& node, unsigned allow) {
  const auto items = array<const Expr*>(count_children(node));
  std::size_t at = 0;
  for (const Node& item : node.children()) {
    if (!item.is_token()) items[at++] = expr(item, allow);
  }
  return items;
}

const Expr* ExprLowering::bare_tuple(const Node& node, const Node& first, unsigned allow) {
  std::size_t count = 0;
  std::uint32_t end = first.end;
  for (const Node& item : node.children()) {
    if (item.begin < first.begin) continue;
    if (!item.is_token()) ++count;
    if (!item.is_token() || text(item) == ",") end = item.end;
  }
  const auto items = array<const Expr*>(count);
  std::size_t at = 0;
  for (const Node& item : node.children()) {
    if (item.begin >= first.begin && !item.is_token()) items[at++] = expr(item, allow);
  }
  return make(Sequence{expr_at(ExprKind::kTuple, first.begin, end), items});
}

// The grammar takes two keywords as names.
void ExprLowering::check_name(const Node& node) {
  const std::string_view id = text(node);
  if (id.size() == 5 && (id == "async" || id == "await")) refuse(node, kInvalid);
}

std::string_view ExprLowering::identifier(const Node& node) {
  const std::string_view written = text(node);
  return is_ascii(written) ? written : keep(nfkc(written));
}

const Name* ExprLowering::name(const Node& node) {
  check_name(node);
  return make(Name{expr_at(ExprKind::kName, node), identifier(node)});
}

const Expr* ExprLowering::constant(const Node& node, ConstantKind value) {
  return make(Constant{expr_at(ExprKind::kConstant, node), value});
}

// The grammar takes `f(,)` and `{,}`.
void ExprLowering::refuse_lone_comma(const Node& node) {
  if (node.size == 4 && maybe_child(node, 0) == nullptr) refuse(second(node), kInvalid);
}

const Expr* ExprLowering::sequence(const Node& node, ExprKind kind, unsigned allow) {
  if (node.kind == NodeKind::kTuple && node.size > 3 && is_starred(second(node)) &&
      is_parenthesis(node)) {
    refuse(second(node), "cannot use starred expression here");
  }
  return make(Sequence{expr_at(kind, node), exprs(node, allow)});
}

const Expr* ExprLowering::dictionary(const Node& node) {
  const auto items = array<DictItem>(count_children(node));
  refuse_lone_comma(node);
  std::size_t at = 0;
  for (const Node& item : node.children()) {
    if (item.is_token()) continue;
    if (item.kind == NodeKind::kPair) {
      const Expr* key = expr(child(item, 0));
      items[at++] = {key, expr(child(item, 1))};
    } else {
      const Node& value = child(item, 0);
      if (!is_star_operand(value.kind)) refuse(item, kInvalid);
      items[at++] = {nullptr, expr(value)};
    }
  }
  return make(Dict{expr_at(ExprKind::kDict, node), items});
}

const Expr* ExprLowering::starred(const Node& node, unsigned allow) {
  if ((allow & kStar) == 0) refuse(node, "can't use starred expression here");
  if (!is_splat(node.kind)) return hidden_star(node, allow);
  const Node& value = child(node, 0);
  if (allow != kLooseStar && !is_star_operand(value.kind)) refuse(node, kInvalid);
  return make(Starred{expr_at(ExprKind::kStarred, node), expr(value), 1});
}

const Expr* ExprLowering::hidden_star(const Node& node, unsigned allow) {
  const Node* inner = &node;
  while (!is_splat(inner->kind)) {
    if (inner->size < 2) {
      refuse(node, kInvalid);
      return unsupported(node);
    }
    inner = &child(*inner, 0);
  }
  if (allow != kLooseStar && !is_star_operand(node.kind)) refuse(node, kInvalid);
  const Expr at = expr_at(ExprKind::kStarred, node);
  const auto outer = std::pair(star_, starred_);
  star_ = node.begin;
  starred_ = child(*inner, 0).begin;
  const Expr* value = dispatch(node, kNothing);
  std::tie(star_, starred_) = outer;
  return make(Starred{at, value, 1});
}

const Expr* ExprLowering::attribute(const Node& node) {
  const Node& id = child(node, 1);
  const Expr* object = expr(child(node, 0));
  check_name(id);
  return make(
      Attribute{expr_at(ExprKind::kAttribute, node), object, identifier(id), place(id.begin)});
}

const Expr* ExprLowering::subscript(const Node& node) {
  const Node& object = child(node, 0);
  const Node& first = child(node, 1);
  const Expr* lowered = expr(object);
  bool is_tuple = is_starred(first);
  for (const Node& part : node.children())
    is_tuple = is_tuple || (part.is_token() && text(part) == ",");
  const unsigned allow = kStar | kWalrus;
  const Expr* index = is_tuple ? bare_tuple(node, first, allow) : expr(first, allow);
  return make(Subscript{expr_at(ExprKind::kSubscript, node), lowered, index});
}

const Expr* ExprLowering::slice(const Node& node) {
  const Expr* parts[3] = {};
  int at = 0;
  for (const Node& part : node.children()) {
    if (part.is_token()) {
      ++at;
    } else {
      parts[at] = expr(part);
    }
  }
  return make(Slice{expr_at(ExprKind::kSlice, node), parts[0], parts[1], parts[2]});
}

const Expr* ExprLowering::named(const Node& node, unsigned allow) {
  if ((allow & kWalrus) == 0) refuse(node, kInvalid);
  const Node& id = child(node, 0);
  if (context_.iterable) {
    refuse(node, "assignment expression cannot be used in a comprehension iterable expression");
  } else if (context_.comprehension != nullptr && context_.in_class) {
    refuse(node, "assignment expression within a comprehension cannot be used in a class body");
  }
  const Name* bound = name(id);
  if (bound->id == "__debug__") refuse(id, "cannot assign to __debug__");
  const Node& value = child(node, 1);
  if (value.kind == NodeKind::kNamedExpression) refuse(value, kInvalid);
  return make(Named{expr_at(ExprKind::kNamed, node), bound, expr(value)});
}

const Expr* ExprLowering::yield(const Node& node, unsigned allow) {
  if ((allow & kYield) == 0) refuse(node, kInvalid);
  if (context_.comprehension != nullptr) {
    refuse(node, std::string("'yield' inside ") + context_.comprehension);
  } else if (!context_.function) {
    refuse(node, "'yield' outside function");
  }
  const bool from = token(node, "from") != nullptr;
  if (from && context_.async) refuse(node, "'yield from' inside async function");
  context_.generator = true;
  const Node* value = maybe_child(node, 0);
  return make(Yield{expr_at(ExprKind::kYield, node), value == nullptr ? nullptr : expr(*value)});
}

const Expr* ExprLowering::await(const Node& node) {
  if (context_.comprehension == describe(ComprehensionKind::kGenerator)) {
    // becomes an asynchronous generator, which may be made anywhere
  } else if (context_.comprehension != nullptr && !context_.async) {
    refuse(node, kAsyncComprehension);
  } else if (!context_.function) {
    refuse(node, "'await' outside function");
  } else if (!context_.async) {
    refuse(node, "'await' outside async function");
  }
  const Node& value = child(node, 0);
  if (value.kind == NodeKind::kAwait || value.kind == NodeKind::kUnaryOperator) {
    refuse(value, kInvalid);
  }
  return make(Yield{expr_at(ExprKind::kAwait, node), expr(value)});
}

}  // namespace mmlint::syntax

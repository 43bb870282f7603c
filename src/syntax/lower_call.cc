#include <algorithm>
#include <vector>

#include "syntax/lower_expr.h"

namespace mmlint::syntax {
namespace {

// The index of a name that also stands at a smaller index; the first such one. Linear for few
// names, sorts for many.
std::optional<std::size_t> first_repeated(const std::vector<std::string_view>& names) {
  std::vector<std::size_t> order(names.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(names[a], a) < std::pair(names[b], b);
  });
  std::optional<std::size_t> found;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (names[order[i]] == names[order[i - 1]] && (!found || order[i] < *found)) found = order[i];
  }
  return found;
}

}  // namespace

const Expr* ExprLowering::call(const Node& node) {
  const Node& callee = child(node, 0);
  const Node& list = child(node, 1);
  const Expr* lowered = expr(callee);
  return make(Call{expr_at(ExprKind::kCall, node), lowered, arguments(list), place(list.begin)});
}

std::span<const Argument> ExprLowering::arguments(const Node& list) {
  if (list.kind == NodeKind::kGeneratorExpression) {
    const auto only = array<Argument>(1);
    only[0] = {{}, place(list.begin), place(list.end), expr(list)};
    return only;
  }
  refuse_lone_comma(list);
  const auto result = array<Argument>(count_children(list));
  std::size_t at = 0;
  std::size_t keywords = 0;
  for (const Node& item : list.children()) {
    if (item.is_token()) continue;
    result[at] = argument(item);
    keywords += !result[at++].name.empty();
  }
  if (keywords > 0 || at > 1) check_argument_order(list);
  if (keywords > 1) check_repeated(list, result);
  return result;
}

Argument ExprLowering::argument(const Node& node) {
  const std::uint32_t begin = place(node.begin);
  const std::uint32_t end = place(node.end);
  switch (node.kind) {
    case NodeKind::kKeywordArgument: {
      const Name& key = *name(child(node, 0));
      if (key.id == "__debug__") refuse(node, "cannot assign to __debug__");
      return {.name = key.id,
              .begin = begin,
              .end = end,
              .value = expr(child(node, 1)),
              .name_end = key.end};
    }
    case NodeKind::kDictionarySplat: {
      const NestingLevel level(*this, node);
      const Expr* value = expr(child(node, 0));
      return {{}, begin, end, make(Starred{expr_at(ExprKind::kStarred, node), value, 2})};
    }
    default:
      return {{}, begin, end, expr(node, is_starred(node) ? kLooseStar : kWalrus)};
  }
}

void ExprLowering::check_argument_order(const Node& list) {
  bool keyword = false;
  bool unpacked = false;
  for (const Node& item : list.children()) {
    if (item.is_token()) continue;
    if (item.kind == NodeKind::kKeywordArgument) {
      keyword = true;
    } else if (item.kind == NodeKind::kDictionarySplat) {
      unpacked = true;
    } else if (is_starred(item)) {
      if (unpacked) {
        refuse(item, "iterable argument unpacking follows keyword argument unpacking");
      }
    } else if (unpacked || keyword) {
      refuse(item, unpacked ? "positional argument follows keyword argument unpacking"
                            : "positional argument follows keyword argument");
    }
  }
}

void ExprLowering::check_repeated(const Node& list, std::span<const Argument> arguments) {
  std::vector<std::string_view> names;
  std::vector<const Node*> nodes;
  auto argument = arguments.begin();
  for (const Node& item : list.children()) {
    if (item.is_token()) continue;
    if (!argument->name.empty()) {
      names.push_back(argument->name);
      nodes.push_back(&item);
    }
    ++argument;
  }
  if (const auto found = first_repeated(names)) {
    refuse(*nodes[*found], "keyword argument repeated: " + std::string(names[*found]));
  }
}

const Expr* ExprLowering::lambda(const Node& node) {
  std::span<const Parameter> lowered;
  const Node* list = child(node, NodeKind::kLambdaParameters);
  if (list != nullptr) lowered = parameters(*list, true);
  const Context outer = context_;
  context_ = Context{.function = true};
  const Expr* body = expr(child(node, list == nullptr ? 0 : 1));
  context_ = outer;
  return make(Lambda{expr_at(ExprKind::kLambda, node), lowered, body});
}

std::span<const Parameter> ExprLowering::parameters(const Node& list, bool is_lambda) {
  check_parameters(list);
  std::size_t count = 0;
  for (const Node& item : list.children()) {
    count += !item.is_token() && item.kind != NodeKind::kKeywordSeparator &&
             item.kind != NodeKind::kPositionalSeparator;
  }
  const auto result = array<Parameter>(count);
  std::size_t at = 0;
  bool keyword_only = false;
  for (const Node& item : list.children()) {
    if (item.is_token()) continue;
    if (item.kind == NodeKind::kKeywordSeparator) {
      keyword_only = true;
    } else if (item.kind == NodeKind::kPositionalSeparator) {
      for (Parameter& before : result.first(at)) before.kind = Parameter::Kind::kPositionalOnly;
    } else {
      Parameter& lowered = result[at++] = parameter(item, is_lambda);
      if (lowered.kind == Parameter::Kind::kStar) {
        keyword_only = true;
      } else if (lowered.kind == Parameter::Kind::kNormal && keyword_only) {
        lowered.kind = Parameter::Kind::kKeywordOnly;
      }
    }
  }
  check_duplicates(list, result);
  return result;
}

Parameter ExprLowering::parameter(const Node& node, bool is_lambda) {
  Parameter result{{}, nullptr, nullptr, Parameter::Kind::kNormal};
  if (node.kind == NodeKind::kTuplePattern) {  // of Python 2
    refuse(node, kInvalid);
    return result;
  }
  const Node* id = &node;
  if (node.kind != NodeKind::kIdentifier) id = &child(node, 0);
  if (node.kind == NodeKind::kTypedParameter || node.kind == NodeKind::kTypedDefaultParameter) {
    if (is_lambda) refuse(node, kInvalid);
    const Node& type = child(node, 1);
    const bool is_star = id->kind == NodeKind::kListSplatPattern;
    if (!is_star || !is_starred(child(type, 0))) result.annotation = annotation(type);
  }
  if (node.kind == NodeKind::kDefaultParameter) result.default_value = expr(child(node, 1));
  if (node.kind == NodeKind::kTypedDefaultParameter) result.default_value = expr(child(node, 2));
  const NodeKind splat = node.kind == NodeKind::kTypedParameter ? id->kind : node.kind;
  if (splat == NodeKind::kListSplatPattern) result.kind = Parameter::Kind::kStar;
  if (splat == NodeKind::kDictionarySplatPattern) result.kind = Parameter::Kind::kDoubleStar;
  if (node.kind == NodeKind::kTypedParameter && id->kind != NodeKind::kIdentifier) {
    id = &child(*id, 0);
  }
  if (id->kind == NodeKind::kIdentifier) {
    result.name = name(*id)->id;
    if (result.name == "__debug__") refuse(*id, "cannot assign to __debug__");
  } else {
    refuse(node, kInvalid);
  }
  return result;
}

void ExprLowering::check_parameters(const Node& list) {
  bool any = false, slash = false, star = false, bare_star = false, named_after = false;
  bool defaults = false;
  const Node* last_star = nullptr;
  const Node* double_star = nullptr;
  for (const Node& item : list.children()) {
    if (item.is_token()) continue;
    NodeKind kind = item.kind;
    if (kind == NodeKind::kTypedParameter) kind = child(item, 0).kind;
    if (double_star != nullptr) refuse(item, "arguments cannot follow var-keyword argument");
    const bool has_default =
        kind == NodeKind::kDefaultParameter || kind == NodeKind::kTypedDefaultParameter;
    if (kind == NodeKind::kPositionalSeparator) {
      if (!any) refuse(item, "at least one argument must precede /");
      if (slash) refuse(item, "/ may appear only once");
      if (star) refuse(item, "/ must be ahead of *");
      slash = true;
    } else if (kind == NodeKind::kKeywordSeparator || kind == NodeKind::kListSplatPattern) {
      if (star) refuse(item, "* argument may appear only once");
      star = true;
      bare_star = kind == NodeKind::kKeywordSeparator;
      last_star = &item;
    } else if (kind == NodeKind::kDictionarySplatPattern) {
      double_star = &item;
    } else {
      named_after = named_after || star;
      if (defaults && !has_default && !star) {
        refuse(item, "non-default argument follows default argument");
      }
      defaults = defaults || has_default;
    }
    any = true;
  }
  if (bare_star && !named_after) refuse(*last_star, "named arguments must follow bare *");
}

void ExprLowering::check_duplicates(const Node& list, std::span<const Parameter> parameters) {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : parameters) names.push_back(parameter.name);
  if (const auto found = first_repeated(names)) {
    refuse(list, "duplicate argument '" + std::string(names[*found]) + "' in function definition");
  }
}

// A `type` node holds an expression, or names with types in brackets that the grammar tells apart.
const Expr* ExprLowering::annotation(const Node& type) {
  const Node& inner = child(type, 0);
  if (inner.kind == NodeKind::kConstrainedType || inner.kind == NodeKind::kSplatType) {
    refuse(inner, kInvalid);
    return nullptr;
  }
  if (inner.kind == NodeKind::kGenericType) return generic_type(inner);
  return inner.kind == NodeKind::kOther ? nullptr : expr(inner);
}

// `list[int, str]`; null for `x[1:2]`, in which the grammar sees a type of its own.
const Expr* ExprLowering::generic_type(const Node& node) {
  const NestingLevel level(*this, node);
  const Node* list = child(node, NodeKind::kTypeParameter);
  if (!level || list == nullptr) return nullptr;
  std::vector<const Expr*> types;
  for (const Node& part : list->children()) {
    if (part.is_token()) continue;
    const bool is_slice = child(part, NodeKind::kConstrainedType) != nullptr;
    const Expr* lowered = part.kind == NodeKind::kType && !is_slice ? annotation(part) : nullptr;
    if (lowered == nullptr) return nullptr;
    types.push_back(lowered);
  }
  if (types.empty()) return nullptr;
  const Expr* index = types[0];
  if (types.size() > 1) {
    const auto items = array<const Expr*>(types.size());
    std::ranges::copy(types, items.begin());
    index = make(Sequence{expr_at(ExprKind::kTuple, *list), items});
  }
  return make(Subscript{expr_at(ExprKind::kSubscript, node), name(child(node, 0)), index});
}

}  // namespace mmlint::syntax

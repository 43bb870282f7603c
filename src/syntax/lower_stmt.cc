#include "syntax/lower_stmt.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/algorithms.h"
#include "base/text.h"
#include "syntax/operator.h"

namespace mmlint::syntax {
const Stmt* StmtLowering::run(const Node& module) {
  if (const Node* second = maybe_child(module, 1)) refuse(*second, kInvalid);
  if (maybe_child(module, 0) == nullptr) {
    refuse(module, kInvalid);
    return nullptr;
  }
  const Stmt* result = stmt(child(module, 0));
  begin_line(std::numeric_limits<std::uint32_t>::max() - input().begin);
  return problem() ? nullptr : result;
}

void StmtLowering::begin_line(std::uint32_t begin) {
  const std::uint32_t at = input().begin + begin;
  while (!lines_.empty() && lines_.front() <= at) {
    if (lines_.front() < at) {
      const std::uint32_t line = lines_.front() - input().begin;
      refuse(line, line, kInvalid);
    }
    lines_ = lines_.subspan(1);
  }
}

const Stmt* StmtLowering::stmt(const Node& node) {
  begin_line(node.begin);
  const NestingLevel level(*this, node);
  return level ? dispatch(node) : unsupported_stmt(stmt_at(StmtKind::kUnsupported, node));
}

const Stmt* StmtLowering::dispatch(const Node& node) {
  switch (node.kind) {
    case NodeKind::kExpressionStatement:
      return expression(node);
    case NodeKind::kImportStatement:
      return import(node);
    case NodeKind::kImportFromStatement:
      return import_from(node);
    case NodeKind::kFutureImportStatement:
      return import_future(node);
    case NodeKind::kIfStatement:
      return if_stmt(node);
    case NodeKind::kForStatement:
      return for_stmt(node);
    case NodeKind::kWhileStatement:
      return while_stmt(node);
    case NodeKind::kWithStatement:
      return with_stmt(node);
    case NodeKind::kTryStatement:
      return try_stmt(node);
    case NodeKind::kDecoratedDefinition:
      return decorated(node);
    case NodeKind::kFunctionDefinition:
      return function(node, node.begin, {});
    case NodeKind::kClassDefinition:
      return class_stmt(node, node.begin, {});
    case NodeKind::kMatchStatement:
      return match_stmt(node);
    case NodeKind::kReturnStatement:
      return returning(node);
    case NodeKind::kRaiseStatement:
      return raise(node);
    case NodeKind::kAssertStatement:
      return assertion(node);
    case NodeKind::kDeleteStatement:
      return del(node);
    case NodeKind::kPassStatement:
      return make(stmt_at(StmtKind::kPass, node));
    case NodeKind::kBreakStatement:
      return jump(node, StmtKind::kBreak);
    case NodeKind::kContinueStatement:
      return jump(node, StmtKind::kContinue);
    case NodeKind::kGlobalStatement:
      return scope(node, StmtKind::kGlobal);
    case NodeKind::kNonlocalStatement:
      return scope(node, StmtKind::kNonlocal);
    case NodeKind::kPrintStatement:
      return python_2(node, "print");
    case NodeKind::kExecStatement:
      return python_2(node, "exec");
    case NodeKind::kTypeAliasStatement:
      return type_alias(node);
    default:
      refuse(node, kInvalid);
  }
  return unsupported_stmt(stmt_at(StmtKind::kUnsupported, node));
}

const Stmt* StmtLowering::expression(const Node& node) {
  const Node& first = child(node, 0);
  if (first.kind == NodeKind::kAssignment) return assignment(first);
  if (first.kind == NodeKind::kAugmentedAssignment) return augmented(first);
  const bool is_tuple = token(node, ",") != nullptr;
  const Expr* value = is_tuple ? bare_tuple(node, first, kStar) : expr(first, kYield);
  return make(ExpressionStmt{stmt_at(StmtKind::kExpression, node), value});
}

const Stmt* StmtLowering::assignment(const Node& node) {
  if (child(node, NodeKind::kType) != nullptr) return annotated(node);
  std::size_t count = 1;
  const Node* right = &child(node, 1);
  for (; right->kind == NodeKind::kAssignment; right = &child(*right, 1)) {
    ++count;
    if (child(*right, NodeKind::kType) != nullptr) break;
  }
  const auto targets = array<const Expr*>(count);
  const Node* link = &node;
  for (const Expr*& each : targets) {
    const Node& left = child(*link, 0);
    each = target(left, Use::kAssign);
    if (each->kind == ExprKind::kStarred) {
      refuse(left, "starred assignment target must be in a list or tuple");
    }
    link = &child(*link, 1);
  }
  return make(Assign{stmt_at(StmtKind::kAssign, node), targets, right_hand_side(*right)});
}

const Expr* StmtLowering::right_hand_side(const Node& node) {
  return expr(node, kYield);
}

const Stmt* StmtLowering::annotated(const Node& node) {
  const Node& left = child(node, 0);
  const bool is_tuple = left.kind == NodeKind::kPatternList ||
                        (left.kind == NodeKind::kTuplePattern && !is_parenthesis(left));
  if (is_tuple || left.kind == NodeKind::kListPattern) {
    refuse(left, is_tuple ? "only single target (not tuple) can be annotated"
                          : "only single target (not list) can be annotated");
  } else if (left.kind == NodeKind::kListSplatPattern) {
    refuse(left, kInvalid);
  }
  const Expr* type = annotation(child(node, 1));
  const Expr* lowered = target(left, Use::kAssign);
  const Node* right = maybe_child(node, 2);
  const Expr* value = right == nullptr ? nullptr : right_hand_side(*right);
  return make(Annotated{stmt_at(StmtKind::kAnnotated, node), lowered, type, value});
}

const Stmt* StmtLowering::augmented(const Node& node) {
  const Expr* lowered = augmented_target(child(node, 0));
  std::string_view sign = text(second(node));
  sign.remove_suffix(1);
  const Operator op = binary_operator(sign).value_or(Operator::kAdd);
  return make(
      Augmented{stmt_at(StmtKind::kAugmented, node), lowered, op, right_hand_side(child(node, 1))});
}

const Stmt* StmtLowering::python_2(const Node& node, const char* what) {
  misread_.push_back(node.begin);
  refuse(node,
         fmt::format("Missing parentheses in call to '{}'. Did you mean {}(...)?", what, what));
  return unsupported_stmt(stmt_at(StmtKind::kUnsupported, node));
}

// `type X = int`, but also what begins with a call or a subscript of type.
const Stmt* StmtLowering::type_alias(const Node& node) {
  const Node& left = child(child(node, 0), 0);
  const bool is_name = left.kind == NodeKind::kIdentifier || left.kind == NodeKind::kGenericType;
  if (!is_name) misread_.push_back(node.begin);
  return unsupported_stmt(stmt_at(StmtKind::kUnsupported, node));
}

const Stmt* StmtLowering::del(const Node& node) {
  const Node& what = child(node, 0);
  const bool is_list = what.kind == NodeKind::kExpressionList;
  const auto targets = array<const Expr*>(is_list ? count_children(what) : 1);
  if (is_list) {
    std::size_t at = 0;
    for (const Node& each : what.children()) {
      if (!each.is_token()) targets[at++] = target(each, Use::kDelete);
    }
  } else {
    targets[0] = target(what, Use::kDelete);
  }
  return make(Delete{stmt_at(StmtKind::kDelete, node), targets});
}

const Stmt* StmtLowering::raise(const Node& node) {
  const Node* from = token(node, "from");
  const Node* value = maybe_child(node, 0);
  if (value != nullptr && value->kind == NodeKind::kExpressionList) refuse(*value, kInvalid);
  if (from != nullptr && (value == nullptr || value->begin > from->begin)) refuse(*from, kInvalid);
  const Expr* lowered = value == nullptr ? nullptr : expr(*value);
  if (const Node* cause = maybe_child(node, 1)) expr(*cause);
  return make(Raise{stmt_at(StmtKind::kRaise, node), lowered});
}

const Stmt* StmtLowering::assertion(const Node& node) {
  if (const Node* third = maybe_child(node, 2)) refuse(*third, kInvalid);
  const Expr* condition = expr(child(node, 0));
  const Node* message = maybe_child(node, 1);
  return make(Assert{stmt_at(StmtKind::kAssert, node), condition,
                     message == nullptr ? nullptr : expr(*message)});
}

const Stmt* StmtLowering::returning(const Node& node) {
  if (!context_.function) refuse(node, "'return' outside function");
  const Node* value = maybe_child(node, 0);
  return make(Return{stmt_at(StmtKind::kReturn, node), value == nullptr ? nullptr : expr(*value)});
}

const Stmt* StmtLowering::jump(const Node& node, StmtKind kind) {
  if (!context_.loop) {
    refuse(node,
           kind == StmtKind::kBreak ? "'break' outside loop" : "'continue' not properly in loop");
  }
  return make(stmt_at(kind, node));
}

const Stmt* StmtLowering::scope(const Node& node, StmtKind kind) {
  if (kind == StmtKind::kNonlocal && !context_.function && !context_.in_class) {
    refuse(node, "nonlocal declaration not allowed at module level");
  }
  const auto names = array<std::string_view>(count_children(node));
  std::size_t at = 0;
  for (const Node& each : node.children()) {
    if (!each.is_token()) names[at++] = name(each)->id;
  }
  return make(Scope{stmt_at(kind, node), names});
}

namespace {

// all_feature_names of CPython's Lib/__future__.py.
constexpr std::string_view kFeatures[] = {
    "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
    "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};

}  // namespace

const Stmt* StmtLowering::import(const Node& node) {
  if (const Node* comma = trailing_comma(node)) refuse(*comma, kInvalid);
  return make(Import{stmt_at(StmtKind::kImport, node), imported(node, 0, false)});
}

const Stmt* StmtLowering::import_from(const Node& node) {
  const Node& from = child(node, 0);
  std::string_view module;
  int level = 0;
  if (from.kind == NodeKind::kRelativeImport) {
    const std::string_view dots = text(child(from, 0));
    level = static_cast<int>(std::ranges::count(dots, '.'));
    if (const Node* path = maybe_child(from, 1)) module = dotted(*path);
  } else {
    module = dotted(from);
  }
  std::span<const ImportedName> names;
  if (const Node* star = child(node, NodeKind::kWildcardImport)) {
    if (context_.function || context_.in_class)
      refuse(node, "import * only allowed at module level");
    const auto only = array<ImportedName>(1);
    only[0] = {"*", {}, place(star->begin), place(star->end)};
    names = only;
  } else {
    names = imported(node, 1, true);
  }
  return make(ImportFrom{stmt_at(StmtKind::kImportFrom, node), module, level, names});
}

const Stmt* StmtLowering::import_future(const Node& node) {
  if (nested_) refuse(node, "from __future__ imports must occur at the beginning of the file");
  const std::span<const ImportedName> names = imported(node, 0, true);
  for (const ImportedName& each : names) {
    if (each.name == "braces") {
      refuse(node, "not a chance");
    } else if (!is_in(each.name, kFeatures)) {
      refuse(node, "future feature " + std::string(each.name) + " is not defined");
    }
  }
  return make(ImportFrom{stmt_at(StmtKind::kImportFrom, node), "__future__", 0, names});
}

// The children after the first `skip` ones.
std::span<const ImportedName> StmtLowering::imported(const Node& node, int skip, bool is_from) {
  const auto names = array<ImportedName>(count_children(node) - static_cast<std::size_t>(skip));
  std::size_t at = 0;
  for (const Node& each : node.children()) {
    if (each.is_token() || skip-- > 0) continue;
    const bool has_alias = each.kind == NodeKind::kAliasedImport;
    const Node& path = has_alias ? child(each, 0) : each;
    if (is_from && count_children(path) > 1) refuse(path, kInvalid);
    names[at] = {dotted(path), {}, place(each.begin), place(each.end)};
    if (has_alias) {
      const Name& alias = *name(child(each, 1));
      names[at].alias = alias.id;
      names[at].alias_begin = alias.begin;
    }
    ++at;
  }
  if (const Node* comma = trailing_comma(node); comma != nullptr && is_from) {
    refuse(*comma, "trailing comma not allowed without surrounding parentheses");
  }
  return names;
}

// "a.b" also where blanks stand around the dots.
std::string_view StmtLowering::dotted(const Node& node) {
  if (count_children(node) == 1) return name(child(node, 0))->id;
  const std::string_view written = text(node);
  const bool is_plain = written.find_first_of(" \t\f\r\n\\#") == std::string_view::npos;
  if (is_plain && is_ascii(written)) return written;
  std::string path;
  for (const Node& part : node.children()) {
    if (part.is_token()) continue;
    if (!path.empty()) path += '.';
    path += identifier(part);
  }
  return keep(path);
}

}  // namespace mmlint::syntax

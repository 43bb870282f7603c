#include "script/deferred.h"

#include "syntax/walk.h"

namespace mmlint::script {
namespace {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

bool is_calm(const Expr& expr);

bool are_calm(std::span<const syntax::Argument> arguments) {
  return std::ranges::all_of(arguments,
                             [](const syntax::Argument& each) { return is_calm(*each.value); });
}

// Whether evaluating an expression calls nothing but the types of plain data.
bool is_calm(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kCall: {
      constexpr std::array<std::string_view, 7> kPlain = {"bool", "dict", "float", "int",
                                                          "list", "str",  "tuple"};
      const auto& call = as<syntax::Call>(expr);
      return call.callee->kind == ExprKind::kName &&
             std::binary_search(kPlain.begin(), kPlain.end(), as<syntax::Name>(*call.callee).id) &&
             are_calm(call.arguments);
    }
    case ExprKind::kName:
    case ExprKind::kConstant:
    case ExprKind::kInteger:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes:
      return true;
    case ExprKind::kAttribute:
      return is_calm(*as<syntax::Attribute>(expr).object);
    case ExprKind::kList:
    case ExprKind::kTuple:
    case ExprKind::kDict:
    case ExprKind::kSet:
    case ExprKind::kSubscript:
    case ExprKind::kUnary:
    case ExprKind::kBinary: {
      bool out = true;
      syntax::for_each_child(expr, [&](const Expr& child) { out = out && is_calm(child); });
      return out;
    }
    default:
      return false;
  }
}

bool leaves_as_is(const Expr& decorator) {
  constexpr std::array<std::string_view, 18> kKnown = {
      "abstractmethod", "cache",        "cached_property", "classmethod", "contextmanager",
      "dataclass",      "deleter",      "getter",          "ignore",      "inference_mode",
      "lru_cache",      "no_grad",      "overload",        "property",    "register_module",
      "setter",         "staticmethod", "total_ordering"};
  const Expr* named = &decorator;
  if (decorator.kind == ExprKind::kCall) {
    const auto& call = as<syntax::Call>(decorator);
    if (!are_calm(call.arguments)) return false;
    named = call.callee;
  }
  std::string_view name;
  if (named->kind == ExprKind::kName) name = as<syntax::Name>(*named).id;
  if (named->kind == ExprKind::kAttribute && is_calm(*named))
    name = as<syntax::Attribute>(*named).name;
  return std::binary_search(kKnown.begin(), kKnown.end(), name);
}

bool all_leave_as_is(syntax::Exprs decorators) {
  return std::ranges::all_of(decorators, [](const Expr* each) { return leaves_as_is(*each); });
}

bool only_binds(const syntax::Function& function) {
  return all_leave_as_is(function.decorators) &&
         std::ranges::all_of(function.parameters, [](const syntax::Parameter& each) {
           return !each.default_value || is_calm(*each.default_value);
         });
}

bool only_binds(const syntax::Class& node) {
  return all_leave_as_is(node.decorators) && are_calm(node.bases) &&
         std::ranges::all_of(node.body, [](const Stmt* stmt) {
           switch (stmt->kind) {
             case StmtKind::kPass:
               return true;
             case StmtKind::kExpression:
               return is_calm(*as<syntax::ExpressionStmt>(*stmt).value);
             case StmtKind::kAssign:
               return is_calm(*as<syntax::Assign>(*stmt).value);
             case StmtKind::kAnnotated: {
               const Expr* value = as<syntax::Annotated>(*stmt).value;
               return !value || is_calm(*value);
             }
             default:
               return script::only_binds(*stmt);
           }
         });
}

}  // namespace

bool only_binds(const Stmt& stmt) {
  if (stmt.kind == StmtKind::kFunction) return only_binds(as<syntax::Function>(stmt));
  return stmt.kind == StmtKind::kClass && only_binds(as<syntax::Class>(stmt));
}

bool binds_each_once(std::span<const Stmt* const> statements) {
  std::vector<std::string_view> names;
  const auto add = [&](const Expr* target) {
    if (target->kind == ExprKind::kName) names.push_back(as<syntax::Name>(*target).id);
  };
  for (const Stmt* stmt : statements) {
    switch (stmt->kind) {
      case StmtKind::kFunction:
      case StmtKind::kClass:
        names.push_back(defined_name(*stmt));
        break;
      case StmtKind::kAssign:
        for (const Expr* target : as<syntax::Assign>(*stmt).targets) add(target);
        break;
      case StmtKind::kAnnotated:
        add(as<syntax::Annotated>(*stmt).target);
        break;
      case StmtKind::kAugmented:
        add(as<syntax::Augmented>(*stmt).target);
        break;
      case StmtKind::kImport:
        for (const syntax::ImportedName& each : as<syntax::Import>(*stmt).names)
          if (!each.alias.empty()) names.push_back(each.alias);
        break;
      case StmtKind::kImportFrom:
        for (const syntax::ImportedName& each : as<syntax::ImportFrom>(*stmt).names)
          if (each.name != "*") names.push_back(each.alias.empty() ? each.name : each.alias);
        break;
      default:
        break;
    }
  }
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}

std::string_view defined_name(const Stmt& stmt) {
  return stmt.kind == StmtKind::kFunction ? as<syntax::Function>(stmt).name
                                          : as<syntax::Class>(stmt).name;
}

}  // namespace mmlint::script

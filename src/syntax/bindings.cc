#include "syntax/bindings.h"

#include <fmt/format.h>

#include "syntax/match.h"

namespace mmlint::syntax {
namespace {

using VisitName = std::function<void(std::string_view)>;

void for_each_import(std::span<const ImportedName> names, const VisitName& visit) {
  for (const ImportedName& n : names)
    visit(n.alias.empty() ? n.name.substr(0, n.name.find('.')) : n.alias);
}

void for_each_capture(const Pattern& pattern, const VisitName& visit) {
  if (!pattern.name.empty()) visit(pattern.name);
  for (const Pattern* part : pattern.parts) for_each_capture(*part, visit);
}

std::function<void(const Expr&)> only_names(const VisitName& visit) {
  return [&visit](const Expr& x) {
    if (x.kind == ExprKind::kName) visit(as<Name>(x).id);
  };
}

}  // namespace

void for_each_target(const Expr& target, const std::function<void(const Expr&)>& visit) {
  if (target.kind == ExprKind::kStarred) return for_each_target(*as<Starred>(target).value, visit);
  if (target.kind != ExprKind::kTuple && target.kind != ExprKind::kList) return visit(target);
  for (const Expr* item : as<Sequence>(target).items) for_each_target(*item, visit);
}

void for_each_binding(const Stmt& s, const std::function<void(const Expr&)>& visit_target,
                      const VisitName& visit_name) {
  switch (s.kind) {
    case StmtKind::kAssign:
      for (const Expr* t : as<Assign>(s).targets) for_each_target(*t, visit_target);
      break;
    case StmtKind::kAnnotated:
      return for_each_target(*as<Annotated>(s).target, visit_target);
    case StmtKind::kAugmented:
      return for_each_target(*as<Augmented>(s).target, visit_target);
    case StmtKind::kDelete:
      for (const Expr* t : as<Delete>(s).targets) for_each_target(*t, visit_target);
      break;
    case StmtKind::kFor:
      return for_each_target(*as<For>(s).target, visit_target);
    case StmtKind::kWith:
      for (const WithItem& item : as<With>(s).items) {
        if (item.target) for_each_target(*item.target, visit_target);
      }
      break;
    case StmtKind::kMatch:
      for (const Case& each : as<Match>(s).cases) for_each_capture(*each.pattern, visit_name);
      break;
    case StmtKind::kTry:
      for (const Handler& h : as<Try>(s).handlers) {
        if (!h.name.empty()) visit_name(h.name);
      }
      break;
    case StmtKind::kFunction:
      return visit_name(as<Function>(s).name);
    case StmtKind::kClass:
      return visit_name(as<Class>(s).name);
    case StmtKind::kImport:
      return for_each_import(as<Import>(s).names, visit_name);
    case StmtKind::kImportFrom:
      return for_each_import(as<ImportFrom>(s).names, visit_name);
    default:
      break;
  }
}

void for_each_bound_name(const Expr& target, const VisitName& visit) {
  for_each_target(target, only_names(visit));
}

void for_each_bound_name(const Stmt& stmt, const VisitName& visit) {
  for_each_binding(stmt, only_names(visit), visit);
}

std::map<std::string_view, std::string> imported_names(const Stmt& stmt) {
  std::map<std::string_view, std::string> out;
  if (stmt.kind == StmtKind::kImport) {
    for (const ImportedName& name : as<Import>(stmt).names) {
      const bool renamed = !name.alias.empty();
      const std::string_view top = name.name.substr(0, name.name.find('.'));
      out[renamed ? name.alias : top] = renamed ? name.name : top;
    }
  } else if (stmt.kind == StmtKind::kImportFrom) {
    const auto& from = as<ImportFrom>(stmt);
    const std::string dots(static_cast<std::size_t>(from.level), '.');
    for (const ImportedName& name : from.names)
      out[name.alias.empty() ? name.name : name.alias] =
          fmt::format("{}{}.{}", dots, from.module, name.name);
  }
  return out;
}

}  // namespace mmlint::syntax

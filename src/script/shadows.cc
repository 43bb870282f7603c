#include "script/shadows.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "script/symbols.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

using Visit = std::function<void(const Stmt&)>;

// A statement and those inside it, in the order in which they are written; not what functions and
// classes in it hold.
void for_each_own(const Stmt& stmt, const Visit& visit) {
  visit(stmt);
  if (stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kClass) return;
  for_each_child(
      stmt, [](const Expr&) {}, [&](const Stmt& inner) { for_each_own(inner, visit); });
}

// Every function at any depth.
void for_each_function(const Stmt& stmt,
                       const std::function<void(const syntax::Function&)>& visit) {
  if (stmt.kind == StmtKind::kFunction) visit(as<syntax::Function>(stmt));
  for_each_child(
      stmt, [](const Expr&) {}, [&](const Stmt& inner) { for_each_function(inner, visit); });
}

// What the expressions of one statement read by name, and where; not inside lambdas, which run
// later.
void for_each_read(const Expr& expr, const std::function<void(const syntax::Name&)>& visit) {
  if (expr.kind == ExprKind::kName) return visit(as<syntax::Name>(expr));
  if (expr.kind == ExprKind::kLambda) return;
  for_each_child(expr, [&](const Expr& inner) { for_each_read(inner, visit); });
}

struct Scope {
  std::map<std::string_view, std::uint32_t> bound;  // where first
  std::map<std::string_view, Span> read;            // the first
  std::set<std::string_view> not_own;               // parameters, and what is declared global
};

Scope scope_of(const syntax::Function& function, FileId file) {
  Scope scope;
  for (const syntax::Parameter& parameter : function.parameters)
    scope.not_own.insert(parameter.name);
  for (const Stmt* own : function.body) {
    for_each_own(*own, [&](const Stmt& stmt) {
      if (stmt.kind == StmtKind::kGlobal || stmt.kind == StmtKind::kNonlocal) {
        for (const std::string_view name : as<syntax::Scope>(stmt).names)
          scope.not_own.insert(name);
      }
      std::set<std::uint32_t> targets;
      for_each_binding(
          stmt, [&](const Expr& target) { targets.insert(target.begin); }, [](std::string_view) {});
      for_each_bound_name(
          stmt, [&](std::string_view name) { scope.bound.try_emplace(name, stmt.begin); });
      if (stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kClass) return;
      for_each_child(
          stmt,
          [&](const Expr& expr) {
            for_each_read(expr, [&](const syntax::Name& name) {
              if (targets.count(name.begin) == 0)
                scope.read.try_emplace(name.id, Span{file, name.begin, name.end});
            });
          },
          [](const Stmt&) {});
    });
  }
  return scope;
}

}  // namespace

std::vector<Shadow> find_shadows(const syntax::Document& document, syntax::Block module) {
  std::map<std::string_view, std::string> outer;
  for (const Stmt* top : module) {
    for_each_own(*top, [&](const Stmt& stmt) {
      for (auto& [name, symbol] : syntax::imported_names(stmt))
        outer.insert_or_assign(name, canonical(std::move(symbol)));
    });
  }
  std::vector<Shadow> out;
  if (outer.empty()) return out;
  const FileId file = document.source().id();
  const auto look_at = [&](const syntax::Function& function) {
    std::vector<const Stmt*> imports;
    for (const Stmt* own : function.body) {
      for_each_own(*own, [&](const Stmt& stmt) {
        if (!syntax::imported_names(stmt).empty()) imports.push_back(&stmt);
      });
    }
    if (imports.empty()) return;
    const Scope scope = scope_of(function, file);
    for (const Stmt* import : imports) {
      for (auto& [name, imported] : syntax::imported_names(*import)) {
        const std::string symbol = canonical(std::move(imported));
        const auto known = outer.find(name);
        const auto read = scope.read.find(name);
        if (known == outer.end() || known->second != symbol || scope.not_own.count(name) != 0)
          continue;
        if (read == scope.read.end() || read->second.begin > import->begin) continue;
        if (scope.bound.at(name) != import->begin) continue;
        out.push_back({symbol, {file, import->begin, import->end}, read->second});
      }
    }
  };
  for (const Stmt* top : module) for_each_function(*top, look_at);
  return out;
}

}  // namespace mmlint::script

#include "fix/script/name_reads.h"

#include <set>

#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Function;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

template <class Node>
bool holds(const Node& outer, const Expr& inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

// A function's parameters and what its own statements bind, but for what it declares global.
bool binds(const Function& function, std::string_view name) {
  bool own = false, declared = false;
  const std::function<void(const Stmt&)> look = [&](const Stmt& stmt) {
    if (stmt.kind == StmtKind::kGlobal || stmt.kind == StmtKind::kNonlocal) {
      for (const std::string_view one : as<syntax::Scope>(stmt).names)
        declared = declared || one == name;
    }
    syntax::for_each_bound_name(stmt, [&](std::string_view bound) { own = own || bound == name; });
    if (stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kClass) return;
    syntax::for_each_child(
        stmt, [](const Expr&) {}, look);
  };
  for (const syntax::Parameter& parameter : function.parameters)
    own = own || parameter.name == name;
  for (const Stmt* stmt : function.body) look(*stmt);
  return own && !declared;
}

}  // namespace

Surroundings NameReads::around(const Expr& expr) {
  Surroundings around;
  const std::size_t i = syntax::statement_at(document_, expr.begin);
  const Stmt* stmt = i < document_.statements().size() ? document_.statement(i, parser_) : nullptr;
  const Expr* next = nullptr;
  while (stmt) {
    around.stmt = stmt;
    const Stmt* inner = nullptr;
    const bool is_function = stmt->kind == StmtKind::kFunction;
    syntax::for_each_child(
        *stmt, [&](const Expr& child) { next = holds(child, expr) ? &child : next; },
        [&](const Stmt& child) { inner = holds(child, expr) ? &child : inner; });
    if (inner && is_function) {
      around.function = &as<Function>(*stmt);
      around.in_class = false;
    }
    if (inner && stmt->kind == StmtKind::kClass) around.in_class = true;
    stmt = inner;
  }
  while (next && next != &expr) {
    const Expr* outer = next;
    next = nullptr;
    syntax::for_each_child(*outer,
                           [&](const Expr& child) { next = holds(child, expr) ? &child : next; });
    around.expr = outer;
  }
  return next ? around : Surroundings{};
}

void NameReads::read_all() {
  if (complete_) return;
  complete_ = true;
  for (std::size_t i = 0; i < document_.statements().size(); ++i) {
    if (const Stmt* stmt = document_.statement(i, parser_)) read(*stmt, nullptr);
  }
}

void NameReads::read(const Stmt& stmt, const Function* function) {
  if (stmt.kind == StmtKind::kUnsupported)
    unread_.push_back({document_.source().id(), stmt.begin, stmt.end});
  std::set<const Expr*> targets;
  syntax::for_each_binding(
      stmt, [&](const Expr& target) { targets.insert(&target); }, [](std::string_view) {});
  const auto* own = stmt.kind == StmtKind::kFunction ? &as<Function>(stmt) : nullptr;
  if (own) {
    functions_.emplace(own->name, own);
    outer_.emplace(own, function);
  }
  const bool has_targets = !targets.empty();
  const std::function<void(const Expr&)> visit = [&](const Expr& expr) {
    if (targets.count(&expr) != 0 && stmt.kind != StmtKind::kAugmented) {
      // What holds the item or attribute that is assigned is read.
      syntax::for_each_child(expr, [&](const Expr& inner) { read(inner, function); });
    } else if (has_targets && (expr.kind == ExprKind::kTuple || expr.kind == ExprKind::kList)) {
      syntax::for_each_child(expr, visit);
    } else {
      read(expr, function);
    }
  };
  syntax::for_each_child(stmt, visit,
                         [&](const Stmt& inner) { read(inner, own ? own : function); });
}

void NameReads::read(const Expr& expr, const Function* function) {
  if (expr.kind == ExprKind::kUnsupported)
    unread_.push_back({document_.source().id(), expr.begin, expr.end});
  if (expr.kind == ExprKind::kName)
    names_.emplace(as<syntax::Name>(expr).id, Read{&expr, function});
  if (expr.kind == ExprKind::kAttribute)
    attributes_.emplace(as<syntax::Attribute>(expr).name, Read{&expr, function});
  syntax::for_each_child(expr, [&](const Expr& inner) { read(inner, function); });
}

std::vector<const Expr*> NameReads::of_name(std::string_view name, const Function* scope) {
  read_all();
  const auto owner = [&](const Function* function) {
    while (function && !binds(*function, name)) function = outer_.at(function);
    return function;
  };
  const Function* own = owner(scope);  // a global of the function is the module's
  std::vector<const Expr*> out;
  const auto [begin, end] = names_.equal_range(name);
  for (auto it = begin; it != end; ++it) {
    if (owner(it->second.function) == own) out.push_back(it->second.expr);
  }
  return out;
}

std::optional<Span> NameReads::unread(std::string_view name) {
  read_all();
  for (const Span span : unread_) {
    if (document_.source().text(span).find(name) != std::string_view::npos) return span;
  }
  return std::nullopt;
}

std::vector<const Expr*> NameReads::of_attribute(std::string_view name) {
  read_all();
  std::vector<const Expr*> out;
  const auto [begin, end] = attributes_.equal_range(name);
  for (auto it = begin; it != end; ++it) out.push_back(it->second.expr);
  return out;
}

const Function* NameReads::function_called(const syntax::Call& call) {
  read_all();
  const Expr& callee = *call.callee;
  const bool method = callee.kind == ExprKind::kAttribute;
  if (!method && callee.kind != ExprKind::kName) return nullptr;
  const std::string_view name =
      method ? as<syntax::Attribute>(callee).name : as<syntax::Name>(callee).id;
  if (functions_.count(name) != 1) return nullptr;
  const Function* function = functions_.find(name)->second;
  const bool has_self = !function->parameters.empty() && function->parameters[0].name == "self";
  return method == has_self ? function : nullptr;
}

}  // namespace mmlint::fix

#include "python/eval/namespaces.h"

#include "base/algorithms.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only
using python::Scope;

namespace {

class Collector {
 public:
  explicit Collector(NameSet& names, const TakenOut* taken_out)
      : names_(names), taken_out_(taken_out) {}

  // Only := binds names in an expression; those in a comprehension are its surroundings'.
  void expression(const Expr& x) {
    if (x.kind == ExprKind::kNamed) names_.insert(as<Named>(x).target->id);
    if (x.kind == ExprKind::kLambda) return;
    for_each_child(x, [this](const Expr& child) { expression(child); });
  }

  void statement(const Stmt& s) {
    if (taken_out_ && taken_out_->contains(&s)) return;
    for_each_bound_name(s, [this](std::string_view name) { names_.insert(name); });
    if (s.kind == StmtKind::kFunction || s.kind == StmtKind::kClass) return;
    for_each_child(
        s, [this](const Expr& x) { expression(x); },
        [this](const Stmt& child) { statement(child); });
  }

 private:
  NameSet& names_;
  const TakenOut* taken_out_;
};

// Names that `global` and `nonlocal` take out of a function's own.
void take_out_declared(NameSet& names, const Stmt& s) {
  if (s.kind == StmtKind::kFunction || s.kind == StmtKind::kClass) return;
  if (s.kind == StmtKind::kGlobal || s.kind == StmtKind::kNonlocal) {
    for (const std::string_view name : as<syntax::Scope>(s).names) names.erase(name);
  }
  for_each_child(
      s, [](const Expr&) {}, [&](const Stmt& child) { take_out_declared(names, child); });
}

}  // namespace

Scope& outermost(Scope& scope) {
  Scope* out = &scope;
  while (out->enclosing) out = out->enclosing;
  return *out;
}

bool is_global(const Scope& scope, std::string_view name) {
  return is_in(name, scope.globals);
}

bool is_nonlocal(const Scope& scope, std::string_view name) {
  return is_in(name, scope.nonlocals);
}

Scope& home_of(Scope& scope, std::string_view name) {
  if (is_global(scope, name)) return outermost(scope);
  if (!is_nonlocal(scope, name)) return scope;
  for (Scope* outer = scope.enclosing; outer && outer->enclosing; outer = outer->enclosing) {
    if (!outer->is_class && outer->locals && outer->locals->contains(name)) return *outer;
  }
  return scope;
}

NameSet local_names(std::span<const Parameter> parameters, Block body, const Expr* expression,
                    const TakenOut* taken_out) {
  NameSet names;
  Collector collector(names, taken_out);
  for (const Stmt* s : body) collector.statement(*s);
  if (expression) collector.expression(*expression);
  for (const Stmt* s : body) take_out_declared(names, *s);
  for (const Parameter& p : parameters) names.insert(p.name);
  return names;
}

NameSet local_names(const Comprehension& c) {
  NameSet names;
  for (const ForClause& clause : c.clauses)
    for_each_bound_name(*clause.target, [&names](std::string_view name) { names.insert(name); });
  return names;
}

}  // namespace mmlint::python

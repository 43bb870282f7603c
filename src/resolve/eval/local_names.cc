#include "resolve/eval/local_names.h"

#include "syntax/walk.h"

namespace mmlint::resolve {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

class Collector {
 public:
  explicit Collector(NameSet& names, const TakenOut* taken_out = nullptr)
      : names_(names), taken_out_(taken_out) {}

  void target(const Expr& x) {
    if (x.kind == ExprKind::kName) names_.insert(as<Name>(x).id);
    if (x.kind == ExprKind::kStarred) target(*as<Starred>(x).value);
    if (x.kind == ExprKind::kTuple || x.kind == ExprKind::kList) {
      for (const Expr* item : as<Sequence>(x).items) target(*item);
    }
  }

  // Only := binds names in an expression; those in a comprehension are its surroundings'.
  void expression(const Expr& x) {
    if (x.kind == ExprKind::kNamed) target(*as<Named>(x).target);
    if (x.kind == ExprKind::kLambda) return;
    for_each_child(x, [this](const Expr& child) { expression(child); });
  }

  void statement(const Stmt& s) {
    if (taken_out_ && taken_out_->contains(&s)) return;
    switch (s.kind) {
      case StmtKind::kAssign:
        for (const Expr* t : as<Assign>(s).targets) target(*t);
        break;
      case StmtKind::kAnnotated:
        target(*as<Annotated>(s).target);
        break;
      case StmtKind::kAugmented:
        target(*as<Augmented>(s).target);
        break;
      case StmtKind::kDelete:
        for (const Expr* t : as<Delete>(s).targets) target(*t);
        break;
      case StmtKind::kFor:
        target(*as<For>(s).target);
        break;
      case StmtKind::kWith:
        for (const WithItem& item : as<With>(s).items) {
          if (item.target) target(*item.target);
        }
        break;
      case StmtKind::kTry:
        for (const Handler& h : as<Try>(s).handlers) {
          if (!h.name.empty()) names_.insert(h.name);
        }
        break;
      case StmtKind::kFunction:
        names_.insert(as<Function>(s).name);
        return;
      case StmtKind::kClass:
        names_.insert(as<Class>(s).name);
        return;
      case StmtKind::kImport:
        for (const ImportedName& n : as<Import>(s).names) {
          names_.insert(n.alias.empty() ? n.name.substr(0, n.name.find('.')) : n.alias);
        }
        return;
      case StmtKind::kImportFrom:
        for (const ImportedName& n : as<ImportFrom>(s).names) {
          names_.insert(n.alias.empty() ? n.name : n.alias);
        }
        return;
      default:
        break;
    }
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
  for (const ForClause& clause : c.clauses) Collector(names).target(*clause.target);
  return names;
}

}  // namespace mmlint::resolve

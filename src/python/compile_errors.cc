#include "python/compile_errors.h"

#include "base/text.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

using Names = std::set<std::string_view>;

Problem syntax_error(Span span, std::string detail) {
  return {
      ProblemKind::kSyntaxError, span, {{"language", "Python"}, {"detail", std::move(detail)}}, {}};
}

// The names that an expression reads or binds in the scope that it stands in.
void add_read(Names& out, const Expr& x) {
  if (x.kind == ExprKind::kName) out.insert(as<Name>(x).id);
  if (x.kind == ExprKind::kNamed) out.insert(as<Named>(x).target->id);
  if (x.kind == ExprKind::kLambda) return;
  if (x.kind == ExprKind::kComprehension) {
    return add_read(out, *as<Comprehension>(x).clauses[0].iterable);
  }
  for_each_child(x, [&out](const Expr& child) { add_read(out, child); });
}

// One module, function or class body.
class ScopeCheck {
 public:
  ScopeCheck(FileId file, const ScopeCheck* enclosing, std::span<const Parameter> parameters)
      : file_(file), enclosing_(enclosing) {
    for (const Parameter& p : parameters) parameters_.insert(p.name);
  }

  std::optional<Problem> error;

  void look_at(const Stmt& s) {
    if (error) return;
    if (s.kind == StmtKind::kGlobal || s.kind == StmtKind::kNonlocal) return declare(s);
    if (s.kind == StmtKind::kFunction) {
      for (const Expr* decorator : as<Function>(s).decorators) add_read(seen_, *decorator);
      for (const Parameter& p : as<Function>(s).parameters) {
        if (p.default_value) add_read(seen_, *p.default_value);
        if (p.annotation) add_read(seen_, *p.annotation);
      }
      if (as<Function>(s).returns) add_read(seen_, *as<Function>(s).returns);
    }
    for_each_bound_name(s, [this](std::string_view name) {
      seen_.insert(name);
      bound_.insert(name);
    });
    if (s.kind == StmtKind::kFunction || s.kind == StmtKind::kClass) {
      inner_.push_back(&s);
      return;
    }
    for_each_child(
        s, [this](const Expr& x) { add_read(seen_, x); },
        [this](const Stmt& child) { look_at(child); });
  }

  // Functions inside are judged when all names of this scope are known.
  void look_inside() {
    for (const Stmt* s : inner_) {
      if (error) return;
      const bool is_class = s->kind == StmtKind::kClass;
      ScopeCheck inner(file_, is_class ? enclosing_or_this() : this,
                       is_class ? std::span<const Parameter>() : as<Function>(*s).parameters);
      inner.is_function_ = !is_class;
      const Block body = is_class ? as<Class>(*s).body : as<Function>(*s).body;
      for (const Stmt* child : body) inner.look_at(*child);
      inner.look_inside();
      error = inner.error;
    }
  }

 private:
  const ScopeCheck* enclosing_or_this() const { return is_function_ ? this : enclosing_; }

  bool binds(std::string_view name) const {
    for (const ScopeCheck* scope = enclosing_; scope; scope = scope->enclosing_) {
      if (!scope->is_function_) continue;
      if (scope->globals_.count(name) != 0) continue;
      if (scope->parameters_.count(name) != 0 || scope->bound_.count(name) != 0) return true;
    }
    return false;
  }

  void declare(const Stmt& s) {
    const bool global = s.kind == StmtKind::kGlobal;
    const char* word = global ? "global" : "nonlocal";
    for (const std::string_view name : as<Scope>(s).names) {
      std::string detail;
      if (parameters_.count(name) != 0) {
        detail = fmt::format("name '{}' is parameter and {}", name, word);
      } else if (seen_.count(name) != 0) {
        detail = fmt::format("name '{}' is used before its {} declaration", name, word);
      } else if (!global && !binds(name)) {
        detail = fmt::format("no binding for nonlocal '{}' found", name);
      }
      if (!detail.empty()) {
        error = syntax_error({file_, s.begin, s.end}, detail);
        return;
      }
      if (global) globals_.insert(name);
    }
  }

  FileId file_;
  const ScopeCheck* enclosing_;
  bool is_function_ = false;
  Names parameters_, seen_, bound_, globals_;
  std::vector<const Stmt*> inner_;
};

// A := inside a comprehension that binds one of its variables.
const Expr* rebinding(const Expr& x, const Names& variables) {
  if (x.kind == ExprKind::kNamed && variables.count(as<Named>(x).target->id) != 0) return &x;
  if (x.kind == ExprKind::kLambda) return rebinding(*as<Lambda>(x).body, {});
  Names inner = variables;
  if (x.kind == ExprKind::kComprehension) {
    for (const ForClause& clause : as<Comprehension>(x).clauses)
      for_each_bound_name(*clause.target, [&](std::string_view name) { inner.insert(name); });
  }
  const Expr* found = nullptr;
  for_each_child(x, [&](const Expr& child) { found = found ? found : rebinding(child, inner); });
  return found;
}

const Expr* rebinding(const Stmt& stmt) {
  const Expr* found = nullptr;
  for_each_child(
      stmt, [&](const Expr& x) { found = found ? found : rebinding(x, {}); },
      [&](const Stmt& child) { found = found ? found : rebinding(child); });
  return found;
}

}  // namespace

std::optional<Problem> compile_error(const Document& document) {
  if (!document.may_break_scopes()) return std::nullopt;
  const std::string_view text = document.source().bytes();
  const bool declares = contains(text, "global ") || contains(text, "nonlocal ");
  const bool names = contains(text, ":=");
  if (!declares && !names) return std::nullopt;
  const FileId file = document.source().id();
  ScopeCheck module(file, nullptr, {});
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const Stmt* stmt = document.statement(i);
    if (!stmt) return std::nullopt;
    if (declares) module.look_at(*stmt);
    if (const Expr* found = names ? rebinding(*stmt) : nullptr) {
      return syntax_error({file, found->begin, found->end},
                          "assignment expression cannot rebind a comprehension's variable");
    }
  }
  module.look_inside();
  return module.error;
}

}  // namespace mmlint::python

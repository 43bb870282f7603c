#include "syntax/bindings.h"

#include "syntax/match.h"
#include "syntax/walk.h"

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

// What a block has been seen to do with a name so far, as in CPython's symtable.c. An import binds
// without counting as an assignment.
constexpr unsigned kAssigned = 1;
constexpr unsigned kUsed = 2;
constexpr unsigned kParameter = 4;
constexpr unsigned kAnnotated = 8;
constexpr unsigned kImported = 16;
constexpr unsigned kGlobal = 32;
constexpr unsigned kNonlocal = 64;
constexpr unsigned kIterated = 128;  // the variable of a comprehension
constexpr unsigned kBound = kAssigned | kParameter | kAnnotated | kImported;

// The names of a block that has its own.
struct Names {
  enum class Kind { kModule, kClass, kFunction, kComprehension } kind;
  Names* outer = nullptr;
  std::map<std::string_view, unsigned> names = {};
  bool partly = false;  // it holds nodes of which the kind alone is known

  unsigned of(std::string_view name) const {
    const auto found = names.find(name);
    return found == names.end() ? 0 : found->second;
  }
};

struct Declared {
  const Names* scope;
  const Stmt* at;
  std::string_view name;
};

class Collector {
 public:
  std::optional<ScopeProblem> run(std::span<const Stmt* const> module) {
    Names& scope = open(Names::Kind::kModule, nullptr);
    for (const Stmt* stmt : module) {
      if (stmt) visit(*stmt, scope);
    }
    for (const Declared& each : nonlocals_) check_nonlocal(each);
    return problem_;
  }

 private:
  Names& open(Names::Kind kind, Names* outer) { return scopes_.emplace_back(Names{kind, outer}); }

  void refuse(const Stmt& at, std::string message) {
    if (!problem_) problem_ = ScopeProblem{&at, std::move(message)};
  }

  void visit(const Stmt& s, Names& scope) {
    at_ = &s;
    if (s.kind == StmtKind::kUnsupported) note_unknown(scope);
    switch (s.kind) {
      case StmtKind::kGlobal:
      case StmtKind::kNonlocal:
        return declare(s, scope);
      case StmtKind::kFunction:
        return visit_function(as<Function>(s), scope);
      case StmtKind::kClass:
        return visit_class(as<Class>(s), scope);
      default:
        break;
    }
    std::set<const Expr*> targets;
    const unsigned flag = flag_of(s, scope);
    for_each_binding(
        s,
        [&](const Expr& target) {
          if (target.kind != ExprKind::kName) return;
          targets.insert(&target);
          scope.names[as<Name>(target).id] |= flag;
        },
        [&](std::string_view name) { scope.names[name] |= flag; });
    for_each_child(
        s, [&](const Expr& x) { visit(x, scope, targets); },
        [&](const Stmt& inner) { visit(inner, scope); });
  }

  // What the statement makes of the names that it binds.
  unsigned flag_of(const Stmt& s, const Names& scope) {
    if (s.kind == StmtKind::kImport || s.kind == StmtKind::kImportFrom) return kImported;
    if (s.kind != StmtKind::kAnnotated) return kAssigned;
    const Expr& target = *as<Annotated>(s).target;
    const bool simple = target.kind == ExprKind::kName && target.begin == s.begin;
    if (!simple) return as<Annotated>(s).value ? kAssigned : 0;
    const unsigned before = scope.of(as<Name>(target).id) & (kGlobal | kNonlocal);
    if (before != 0 && scope.kind != Names::Kind::kModule)
      refuse(s, fmt::format("annotated name '{}' can't be {}", as<Name>(target).id,
                            (before & kGlobal) != 0 ? "global" : "nonlocal"));
    return kAssigned | kAnnotated;
  }

  void declare(const Stmt& s, Names& scope) {
    const bool global = s.kind == StmtKind::kGlobal;
    const std::string_view word = global ? "global" : "nonlocal";
    for (const std::string_view name : as<Scope>(s).names) {
      const unsigned before = scope.of(name);
      if ((before & kParameter) != 0)
        refuse(s, fmt::format("name '{}' is parameter and {}", name, word));
      else if ((before & kUsed) != 0)
        refuse(s, fmt::format("name '{}' is used prior to {} declaration", name, word));
      else if ((before & kAnnotated) != 0)
        refuse(s, fmt::format("annotated name '{}' can't be {}", name, word));
      else if ((before & kAssigned) != 0)
        refuse(s, fmt::format("name '{}' is assigned to before {} declaration", name, word));
      else if ((before & (global ? kNonlocal : kGlobal)) != 0)
        refuse(s, fmt::format("name '{}' is nonlocal and global", name));
      scope.names[name] |= global ? kGlobal : kNonlocal;
      if (!global) nonlocals_.push_back({&scope, &s, name});
    }
  }

  void check_nonlocal(const Declared& each) {
    const bool in_method = each.name == "__class__";
    for (const Names* outer = each.scope->outer; outer; outer = outer->outer) {
      if (outer->kind == Names::Kind::kClass && in_method) return;
      if (outer->kind != Names::Kind::kFunction) continue;
      const unsigned flags = outer->of(each.name);
      if ((flags & kGlobal) != 0) break;
      if ((flags & kBound) != 0 || outer->partly) return;
    }
    refuse(*each.at, fmt::format("no binding for nonlocal '{}' found", each.name));
  }

  void visit_function(const Function& f, Names& scope) {
    scope.names[f.name] |= kAssigned;
    for (const Expr* decorator : f.decorators) visit(*decorator, scope, {});
    Names& inner = open(Names::Kind::kFunction, &scope);
    visit_parameters(f.parameters, scope, inner);
    for (const Stmt* stmt : f.body) visit(*stmt, inner);
  }

  void visit_class(const Class& c, Names& scope) {
    for (const Expr* decorator : c.decorators) visit(*decorator, scope, {});
    scope.names[c.name] |= kAssigned;
    for (const Argument& base : c.bases) visit(*base.value, scope, {});
    Names& inner = open(Names::Kind::kClass, &scope);
    for (const Stmt* stmt : c.body) visit(*stmt, inner);
  }

  void visit_parameters(std::span<const Parameter> parameters, Names& outer, Names& inner) {
    for (const Parameter& p : parameters) {
      if (p.default_value) visit(*p.default_value, outer, {});
      inner.names[p.name] |= kParameter;
    }
  }

  // Names among `targets` are bound and not used.
  void visit(const Expr& x, Names& scope, const std::set<const Expr*>& targets) {
    switch (x.kind) {
      case ExprKind::kName:
        if (!targets.contains(&x)) scope.names[as<Name>(x).id] |= kUsed;
        return;
      case ExprKind::kLambda: {
        Names& inner = open(Names::Kind::kFunction, &scope);
        visit_parameters(as<Lambda>(x).parameters, scope, inner);
        return visit(*as<Lambda>(x).body, inner, {});
      }
      case ExprKind::kComprehension:
        return visit_comprehension(as<Comprehension>(x), scope);
      case ExprKind::kNamed:
        bind(as<Named>(x).target->id, scope);
        return visit(*as<Named>(x).value, scope, targets);
      case ExprKind::kUnsupported:
        return note_unknown(scope);
      default:
        for_each_child(x, [&](const Expr& child) { visit(child, scope, targets); });
    }
  }

  static void note_unknown(Names& scope) {
    Names* to = &scope;
    for (; to->kind == Names::Kind::kComprehension; to = to->outer) to->partly = true;
    to->partly = true;
  }

  // `name := ...` binds the name outside of the comprehensions that it stands in.
  void bind(std::string_view name, Names& scope) {
    Names* to = &scope;
    for (; to->kind == Names::Kind::kComprehension; to = to->outer) {
      if ((to->of(name) & kIterated) != 0)
        refuse(*at_, fmt::format("assignment expression cannot rebind comprehension iteration "
                                 "variable '{}'",
                                 name));
      to->names[name] |= kNonlocal;
    }
    to->names[name] |= kAssigned;
  }

  void visit_comprehension(const Comprehension& c, Names& scope) {
    Names& inner = open(Names::Kind::kComprehension, &scope);
    for (std::size_t i = 0; i < c.clauses.size(); ++i) {
      const ForClause& clause = c.clauses[i];
      if (i == 0) visit(*clause.iterable, scope, {});
      std::set<const Expr*> targets;
      for_each_target(*clause.target, [&](const Expr& target) {
        if (target.kind != ExprKind::kName) return;
        targets.insert(&target);
        unsigned& flags = inner.names[as<Name>(target).id];
        if ((flags & kNonlocal) != 0)
          refuse(*at_, fmt::format("comprehension inner loop cannot rebind assignment expression "
                                   "target '{}'",
                                   as<Name>(target).id));
        flags |= kAssigned | kIterated;
      });
      visit(*clause.target, inner, targets);
      if (i != 0) visit(*clause.iterable, inner, {});
      for (const Expr* condition : clause.conditions) visit(*condition, inner, {});
    }
    if (c.key) visit(*c.key, inner, {});
    visit(*c.value, inner, {});
  }

  std::deque<Names> scopes_;
  std::vector<Declared> nonlocals_;
  const Stmt* at_ = nullptr;  // the statement that is being read
  std::optional<ScopeProblem> problem_;
};

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

std::optional<ScopeProblem> find_scope_problem(std::span<const Stmt* const> module) {
  return Collector().run(module);
}

}  // namespace mmlint::syntax

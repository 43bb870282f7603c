#include "script/shadows.h"

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

// A part of a function that not every run goes through; all of the function if no other.
struct Branch {
  std::uint32_t begin = 0, end = UINT32_MAX;
  bool is_all_of_if = false;  // what an `if` without `else` does
};

// The innermost branch that a statement directly below another one is in; that one is in `outer`.
Branch branch_below(const Stmt& stmt, const Stmt& inner, const Branch& outer) {
  switch (stmt.kind) {
    case StmtKind::kIf: {
      const auto& branching = as<syntax::If>(stmt);
      const bool is_then = inner.begin < branching.then.back()->end;
      const syntax::Block block = is_then ? branching.then : branching.otherwise;
      return {block.front()->begin, block.back()->end, branching.otherwise.empty()};
    }
    case StmtKind::kTry: {
      const std::uint32_t end = as<syntax::Try>(stmt).body.back()->end;
      return inner.begin < end ? outer : Branch{end, stmt.end};
    }
    case StmtKind::kFor:
    case StmtKind::kWhile:
    case StmtKind::kMatch:
      return {stmt.begin, stmt.end};
    default:
      return outer;
  }
}

using Visit = std::function<void(const Stmt&, const Branch&)>;

// A statement and those inside it, in the order in which they are written; not what functions and
// classes in it hold.
void for_each_own(const Stmt& stmt, const Branch& branch, const Visit& visit) {
  visit(stmt, branch);
  if (!syntax::has_blocks(stmt.kind) || stmt.kind == StmtKind::kFunction ||
      stmt.kind == StmtKind::kClass)
    return;
  for_each_child(
      stmt, [](const Expr&) {},
      [&](const Stmt& inner) { for_each_own(inner, branch_below(stmt, inner, branch), visit); });
}

// The functions at any depth for which `visit` returns true, and those directly below them.
void for_each_function(const Stmt& stmt,
                       const std::function<bool(const syntax::Function&)>& visit) {
  if (!syntax::has_blocks(stmt.kind)) return;
  if (stmt.kind == StmtKind::kFunction && !visit(as<syntax::Function>(stmt))) return;
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

// Whether an import of a module, whose statements begin and end there, may stand in a function.
bool has_inner_import(std::string_view text, std::size_t begin, std::size_t end) {
  text = text.substr(0, end);
  for (std::size_t at = text.find("import", begin); at != text.npos;
       at = text.find("import", at + 1)) {
    const std::size_t line = text.find_last_of("\r\n;:", at) + 1;  // 0 if there is none
    if (line > 0 && (text[line] == ' ' || text[line] == '\t' || text[line - 1] > '\r')) return true;
  }
  return false;
}

struct Read {
  Span at;
  Branch branch;
};

struct Scope {
  std::map<std::string_view, std::vector<std::uint32_t>> bound;  // where
  std::map<std::string_view, std::vector<Read>> read;
  std::set<std::string_view> not_own;  // parameters, and what is declared global
  std::vector<std::pair<const Stmt*, Branch>> imports;
};

Scope scope_of(const syntax::Function& function, FileId file) {
  Scope scope;
  for (const syntax::Parameter& parameter : function.parameters)
    scope.not_own.insert(parameter.name);
  const auto visit = [&](const Stmt& stmt, const Branch& branch) {
    if (stmt.kind == StmtKind::kGlobal || stmt.kind == StmtKind::kNonlocal) {
      for (const std::string_view name : as<syntax::Scope>(stmt).names) scope.not_own.insert(name);
    }
    if (stmt.kind == StmtKind::kImport || stmt.kind == StmtKind::kImportFrom)
      scope.imports.emplace_back(&stmt, branch);
    std::set<std::uint32_t> targets;  // the names; what x.y = z and x[y] = z assign to reads x
    for_each_binding(
        stmt,
        [&](const Expr& target) {
          if (target.kind == ExprKind::kName) targets.insert(target.begin);
        },
        [](std::string_view) {});
    for_each_bound_name(stmt,
                        [&](std::string_view name) { scope.bound[name].push_back(stmt.begin); });
    if (stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kClass) return;
    for_each_child(
        stmt,
        [&](const Expr& expr) {
          for_each_read(expr, [&](const syntax::Name& name) {
            if (targets.count(name.begin) == 0)
              scope.read[name.id].push_back({{file, name.begin, name.end}, branch});
          });
        },
        [](const Stmt&) {});
  };
  for (const Stmt* own : function.body) for_each_own(*own, {}, visit);
  return scope;
}

// Appends what the imports in one function hide. `outer` has the names that the module imports.
void add_shadows(const syntax::Function& function, FileId file,
                 const std::map<std::string_view, Symbol>& outer, std::vector<Shadow>& out) {
  const Scope scope = scope_of(function, file);
  for (const auto& [import, branch] : scope.imports) {
    const Span place{file, import->begin, import->end};
    for (auto& [name, imported] : syntax::imported_names(*import)) {
      const Symbol symbol = Symbol::library(imported);
      const auto known = outer.find(name);
      const auto read = scope.read.find(name);
      if (known == outer.end() || known->second != symbol || scope.not_own.count(name) != 0 ||
          read == scope.read.end())
        continue;
      const auto& bound = scope.bound.at(name);
      if (bound.front() != import->begin) continue;
      const auto& uses = read->second;
      if (uses.front().at.begin < import->begin) {
        out.push_back({symbol, place, uses.front().at});
      } else if (bound.size() == 1 && branch.is_all_of_if) {
        // A run gets there without the import.
        const std::uint32_t end = branch.end;
        const auto past = std::ranges::find_if(uses, [&](const Read& use) {
          return use.at.begin >= end && use.branch.begin <= place.begin &&
                 place.end <= use.branch.end;
        });
        if (past == uses.end()) continue;
        out.push_back({symbol, place, past->at});
        out.back().point.open = true;
      }
    }
  }
}

}  // namespace

std::vector<Shadow> find_shadows(const syntax::Document& document, syntax::Block module,
                                 const std::set<Span>* entered) {
  std::map<std::string_view, Symbol> outer;
  const std::string_view text = document.source().bytes();
  if (module.empty() || !has_inner_import(text, module.front()->begin, module.back()->end))
    return {};
  for (const Stmt* top : module) {
    for_each_own(*top, {}, [&](const Stmt& stmt, const Branch&) {
      for (auto& [name, symbol] : syntax::imported_names(stmt))
        outer.insert_or_assign(name, Symbol::library(symbol));
    });
  }
  std::vector<Shadow> out;
  if (outer.empty()) return out;
  const FileId file = document.source().id();
  const auto look_at = [&](const syntax::Function& function) {
    if (entered && entered->count({file, function.begin, function.end}) == 0) return false;
    const std::string_view own = text.substr(function.begin, function.end - function.begin);
    if (own.find("import") != own.npos) add_shadows(function, file, outer, out);
    return true;
  };
  for (const Stmt* top : module) for_each_function(*top, look_at);
  return out;
}

}  // namespace mmlint::script

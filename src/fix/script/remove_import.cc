
#include "fix/script/planners.h"
#include "fix/text/statement_edits.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using syntax::as;
using syntax::Function;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// Whether something else in the function makes the name its own: then it stays so without the
// import.
bool binds_otherwise(const Function& function, std::string_view name, std::string_view symbol) {
  bool found = false;
  const std::function<void(const Stmt&)> look = [&](const Stmt& stmt) {
    const auto imports = syntax::imported_names(stmt);
    const auto import = imports.find(name);
    const bool same = import != imports.end() && import->second == symbol;
    syntax::for_each_bound_name(
        stmt, [&](std::string_view bound) { found = found || (bound == name && !same); });
    if (stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kClass) return;
    syntax::for_each_child(
        stmt, [](const syntax::Expr&) {}, look);
  };
  for (const Stmt* stmt : function.body) look(*stmt);
  return found;
}

// `import a.b` loads a.b; only the same import at the top of the script does so too.
bool loads_more(const syntax::Document& document, const Stmt& stmt) {
  if (stmt.kind != StmtKind::kImport) return false;
  const syntax::ImportedName& name = as<syntax::Import>(stmt).names.front();
  if (!name.alias.empty() || name.name.find('.') == std::string_view::npos) return false;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (document.statements()[i].keyword != "import") continue;
    const Stmt* top = document.statement(i);
    if (!top || top->kind != StmtKind::kImport) continue;
    const auto names = as<syntax::Import>(*top).names;
    if (std::ranges::any_of(names, [&](const auto& one) { return one.name == name.name; }))
      return false;
  }
  return true;
}

}  // namespace

Planned plan_remove_import(const catalog::verb::RemoveImport&, const check::Finding& finding,
                           const Context& context) {
  const Span at = finding.script_hit()->at;
  const syntax::Document& document = document_of(context, at);
  const std::vector<EnclosingStatement> around = enclosing(document, at);
  const Function* function = function_around(around);
  if (!function) return refuse(Reason::kSharesLine);
  const Stmt* stmt = around.back().stmt;
  const auto imported = syntax::imported_names(*stmt);
  const std::size_t names = stmt->kind == StmtKind::kImport
                                ? as<syntax::Import>(*stmt).names.size()
                                : as<syntax::ImportFrom>(*stmt).names.size();
  if (names != 1 || imported.size() != 1) return refuse(Reason::kImportsMore);
  const auto& [name, symbol] = *imported.begin();
  if (binds_otherwise(*function, name, symbol))
    return refuse(Reason::kBoundElsewhere, {std::string(name)});
  if (loads_more(document, *stmt)) return refuse(Reason::kLoadsSubmodule);
  if (around.back().block.size() == 1) return Plan{{{at, "pass"}}};
  std::vector<TextEdit> edits = remove_statement(document, *stmt);
  if (edits.empty()) return refuse(Reason::kSharesLine);
  return Plan{std::move(edits)};
}

}  // namespace mmlint::fix

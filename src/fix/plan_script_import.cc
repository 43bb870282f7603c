#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "fix/edit_text.h"
#include "fix/plan.h"
#include "fix/set_key.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

// MM516: an import in a function goes, so that the function uses the module's.
namespace mmlint::fix {

using syntax::as;
using syntax::Block;
using syntax::Expr;
using syntax::Function;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

std::vector<Block> blocks_of(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::kIf:
      return {as<syntax::If>(stmt).then, as<syntax::If>(stmt).otherwise};
    case StmtKind::kFor:
      return {as<syntax::For>(stmt).body, as<syntax::For>(stmt).otherwise};
    case StmtKind::kWhile:
      return {as<syntax::While>(stmt).body, as<syntax::While>(stmt).otherwise};
    case StmtKind::kWith:
      return {as<syntax::With>(stmt).body};
    case StmtKind::kTry: {
      const auto& attempt = as<syntax::Try>(stmt);
      std::vector<Block> blocks = {attempt.body, attempt.otherwise, attempt.finally};
      for (const syntax::Handler& handler : attempt.handlers) blocks.push_back(handler.body);
      return blocks;
    }
    case StmtKind::kFunction:
      return {as<Function>(stmt).body};
    case StmtKind::kClass:
      return {as<syntax::Class>(stmt).body};
    default:
      return {};
  }
}

struct Enclosing {
  const Function* function = nullptr;  // the innermost
  bool alone = false;                  // in its block
};

// Looks below a statement for another.
bool find(const Stmt& stmt, const Stmt& wanted, Enclosing& where) {
  for (const Block block : blocks_of(stmt)) {
    for (const Stmt* inner : block) {
      if (inner->begin > wanted.begin || wanted.end > inner->end) continue;
      if (stmt.kind == StmtKind::kFunction) where.function = &as<Function>(stmt);
      where.alone = block.size() == 1;
      return inner == &wanted || find(*inner, wanted, where);
    }
  }
  return false;
}

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
        stmt, [](const Expr&) {}, look);
  };
  for (const Stmt* stmt : function.body) look(*stmt);
  return found;
}

// `import a.b` loads a.b; only the same import at the top of the script does so too.
bool loads_more(const syntax::Document& document, syntax::Parser& parser, const Stmt& stmt) {
  if (stmt.kind != StmtKind::kImport) return false;
  const syntax::ImportedName& name = as<syntax::Import>(stmt).names.front();
  if (!name.alias.empty() || name.name.find('.') == std::string_view::npos) return false;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (document.statements()[i].keyword != "import") continue;
    const Stmt* top = document.statement(i, parser);
    if (!top || top->kind != StmtKind::kImport) continue;
    const auto names = as<syntax::Import>(*top).names;
    if (std::any_of(names.begin(), names.end(),
                    [&](const auto& one) { return one.name == name.name; }))
      return false;
  }
  return true;
}

}  // namespace

Plan plan_script_import(const check::Finding& finding, const Context& context) {
  const Span at = finding.hit->at;
  const syntax::Document& document = document_of(context, at);
  const Stmt* stmt = syntax::find_stmt(document, context.parser, at.begin, at.end);
  const std::size_t top = syntax::statement_at(document, at.begin);
  Enclosing where;
  if (!stmt || !find(*document.statement(top, context.parser), *stmt, where) || !where.function)
    return refuse("it shares its line");
  const auto imported = syntax::imported_names(*stmt);
  const std::size_t names = stmt->kind == StmtKind::kImport
                                ? as<syntax::Import>(*stmt).names.size()
                                : as<syntax::ImportFrom>(*stmt).names.size();
  if (names != 1 || imported.size() != 1) return refuse("it imports something else as well");
  const auto& [name, symbol] = *imported.begin();
  if (binds_otherwise(*where.function, name, symbol))
    return refuse(fmt::format("the function makes {} its own in another line as well", name));
  if (loads_more(document, context.parser, *stmt))
    return refuse("it also loads a submodule; import that at the top of the script");
  if (where.alone) return {{{at, "pass"}}, ""};
  Plan plan{remove_statement(document, *stmt), ""};
  return plan.edits.empty() ? refuse("it shares its line") : plan;
}

}  // namespace mmlint::fix

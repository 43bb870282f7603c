#include "fix/config/override_keys.h"
#include "fix/config/planners.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using catalog::Literal;

namespace {

// An import may be all that makes a file a lazy config, which its other imports need.
bool needed_as_import(const syntax::Document& document, const syntax::Stmt& import) {
  bool others = false;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::StatementRange& range = document.statements()[i];
    if (range.keyword != "from" && range.keyword != "import" && range.keyword != "with") continue;
    const syntax::Stmt* stmt = document.statement(i);
    if (!stmt || stmt == &import) continue;
    if (config::makes_lazy(document, *stmt)) return false;
    others = true;
  }
  return others;
}

}  // namespace

Planned plan_class_to_string(const catalog::verb::ClassToString&, const check::Finding& finding,
                             const Context& context) {
  const Span at = finding.diagnostic.primary;
  if (!may_edit(context, at)) {
    return override_in_leaves(finding, context, [](const check::Hit& h) {
      const std::string_view text = h.found.value->text();
      return std::optional(
          std::make_pair(h.key, Literal{std::string(text.substr(text.rfind('.') + 1))}));
    });
  }
  const std::string_view dotted = finding.reaches().front().hits.front().found.value->text();
  const syntax::Document& document = document_of(context, at);
  const Literal name{std::string(dotted.substr(dotted.rfind('.') + 1))};
  std::vector<TextEdit> edits{{at, to_python(name, style_of(document))}};
  document.parse_all();
  const std::string_view used = document.source().text(at);
  int uses = 0;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::Stmt* stmt = document.statement(i);
    if (!stmt) continue;
    syntax::for_each_expr(*stmt, [&](const syntax::Expr& x) {
      if (x.kind == syntax::ExprKind::kName && syntax::as<syntax::Name>(x).id == used) ++uses;
    });
  }
  if (uses > 1) return plan_of(std::move(edits));
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::Stmt* stmt = document.statement(i);
    if (!stmt || stmt->kind != syntax::StmtKind::kImportFrom) continue;
    const auto& import = syntax::as<syntax::ImportFrom>(*stmt);
    for (std::size_t n = 0; n < import.names.size(); ++n) {
      const syntax::ImportedName& imported = import.names[n];
      if ((imported.alias.empty() ? imported.name : imported.alias) != used) continue;
      if (needed_as_import(document, *stmt)) continue;
      const auto removal = remove_import(document, import, n);
      edits.insert(edits.end(), removal.begin(), removal.end());
    }
  }
  return plan_of(std::move(edits));
}

}  // namespace mmlint::fix

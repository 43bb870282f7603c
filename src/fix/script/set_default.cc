#include "fix/script/planners.h"
#include "syntax/walk.h"

namespace mmlint::fix {

Planned plan_set_default(const catalog::verb::SetDefault&, const check::Finding& finding,
                         const Context& context) {
  const Span at = finding.script_hit()->fact;
  const syntax::Document& document = document_of(context, at);
  const syntax::Stmt* stmt = syntax::find_stmt(document, at.begin, at.end);
  if (!stmt || stmt->kind != syntax::StmtKind::kAssign) return refuse(Reason::kNoAssignment);
  const auto& assign = syntax::as<syntax::Assign>(*stmt);
  if (assign.targets.size() != 1 || assign.targets.front()->kind != syntax::ExprKind::kSubscript)
    return refuse(Reason::kSeveralAssigned);
  const auto& target = syntax::as<syntax::Subscript>(*assign.targets.front());
  const Span between{at.file, target.object->end, target.index->begin};
  const Span behind{at.file, target.index->end, assign.value->begin};
  const Source& source = document.source();
  std::string sign(source.text(behind));
  std::erase(sign, ' ');
  const bool plain = source.text(between) == "[" && sign == "]=" && assign.value->end == at.end;
  if (!plain) return refuse(Reason::kNotEnvironForm);
  return Plan{{{between, ".setdefault("}, {behind, ", "}, {{at.file, at.end, at.end}, ")"}}};
}

}  // namespace mmlint::fix

#include "fix/script/planners.h"
#include "fix/text/statement_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {

namespace {

// Makes d.setdefault(key, value) d[key] = value.
Planned assign_anew(const syntax::Stmt& stmt, Span at) {
  const syntax::Expr& expr = *syntax::as<syntax::ExpressionStmt>(stmt).value;
  if (expr.kind != syntax::ExprKind::kCall) return refuse(Reason::kOtherTest);
  const auto& call = syntax::as<syntax::Call>(expr);
  const auto is_plain = [](const syntax::Argument& argument) {
    return argument.name.empty() && argument.value->kind != syntax::ExprKind::kStarred;
  };
  if (call.callee->kind != syntax::ExprKind::kAttribute ||
      syntax::as<syntax::Attribute>(*call.callee).name != "setdefault" ||
      call.arguments.size() != 2 || !std::ranges::all_of(call.arguments, is_plain))
    return refuse(Reason::kOtherTest);
  const syntax::Expr& key = *call.arguments[0].value;
  if (key.kind != syntax::ExprKind::kString) return refuse(Reason::kOtherKeys);
  const syntax::Expr& value = *call.arguments[1].value;
  const std::uint32_t object = syntax::as<syntax::Attribute>(*call.callee).object->end;
  return Plan{{{{at.file, object, key.begin}, "["},
               {{at.file, key.end, value.begin}, "] = "},
               {{at.file, value.end, call.end}, ""}}};
}

// Removes the `if key not in d:` of which an assignment is all.
Planned assign_always(const syntax::Document& document, Span at) {
  const auto around = enclosing(document, at);
  if (around.size() < 2 || around[around.size() - 2].stmt->kind != syntax::StmtKind::kIf)
    return refuse(Reason::kOtherTest);
  const auto& branch = syntax::as<syntax::If>(*around[around.size() - 2].stmt);
  const Span head{at.file, branch.begin, at.begin};
  const std::string_view text = document.source().text(head);
  const bool asks = text.starts_with("if ") && text.find(" not in ") != text.npos &&
                    text.find(" and ") == text.npos && text.find(" or ") == text.npos;
  if (!asks || branch.then.size() != 1 || !branch.otherwise.empty())
    return refuse(Reason::kOtherTest);
  const auto& targets = syntax::as<syntax::Assign>(*branch.then.front()).targets;
  const bool names_key =
      targets.size() == 1 &&
      (targets.front()->kind == syntax::ExprKind::kAttribute ||
       (targets.front()->kind == syntax::ExprKind::kSubscript &&
        syntax::as<syntax::Subscript>(*targets.front()).index->kind == syntax::ExprKind::kString));
  if (!names_key) return refuse(Reason::kOtherKeys);
  return Plan{{{head, ""}}};
}

}  // namespace

Planned plan_set_default(const catalog::verb::SetDefault& action, const check::Finding& finding,
                         const Context& context) {
  const Span at = action.undo ? finding.script_hit()->at : finding.script_hit()->fact;
  const syntax::Document& document = document_of(context, at);
  const syntax::Stmt* stmt = syntax::find_stmt(document, at.begin, at.end);
  if (action.undo && stmt && stmt->kind == syntax::StmtKind::kExpression)
    return assign_anew(*stmt, at);
  if (!stmt || stmt->kind != syntax::StmtKind::kAssign)
    return refuse(action.undo ? Reason::kOtherTest : Reason::kNoAssignment);
  if (action.undo) return assign_always(document, at);
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

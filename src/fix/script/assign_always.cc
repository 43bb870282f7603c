#include "fix/script/planners.h"
#include "fix/text/statement_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {

namespace {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

// Makes d.setdefault('key', value) d['key'] = value.
Planned without_setdefault(const syntax::Stmt& stmt, Span at) {
  const Expr& expr = *as<syntax::ExpressionStmt>(stmt).value;
  if (expr.kind != ExprKind::kCall) return refuse(Reason::kOtherTest);
  const auto& call = as<syntax::Call>(expr);
  const auto is_plain = [](const syntax::Argument& argument) {
    return argument.name.empty() && argument.value->kind != ExprKind::kStarred;
  };
  if (call.callee->kind != ExprKind::kAttribute ||
      as<syntax::Attribute>(*call.callee).name != "setdefault" || call.arguments.size() != 2 ||
      !std::ranges::all_of(call.arguments, is_plain))
    return refuse(Reason::kOtherTest);
  const Expr& key = *call.arguments[0].value;
  if (key.kind != ExprKind::kString) return refuse(Reason::kOtherKeys);
  const Expr& value = *call.arguments[1].value;
  const std::uint32_t object = as<syntax::Attribute>(*call.callee).object->end;
  return Plan{{{{at.file, object, key.begin}, "["},
               {{at.file, key.end, value.begin}, "] = "},
               {{at.file, value.end, call.end}, ""}}};
}

// The text of a string that is written out; nullopt for another expression.
std::optional<std::string_view> text_of(const Expr& expr) {
  if (expr.kind != ExprKind::kString) return std::nullopt;
  return as<syntax::String>(expr).value;
}

// The key that d['key'] = ... or d.key = ... sets; nullopt if the key is computed.
std::optional<std::string_view> key_of(const Expr& target) {
  if (target.kind == ExprKind::kAttribute) return as<syntax::Attribute>(target).name;
  if (target.kind != ExprKind::kSubscript) return std::nullopt;
  return text_of(*as<syntax::Subscript>(target).index);
}

// Removes the `if 'key' not in d:` around an assignment of that key.
Planned without_test(const syntax::Document& document, const syntax::Stmt& stmt, Span at) {
  const auto around = enclosing(document, at);
  if (around.size() < 2 || around[around.size() - 2].stmt->kind != syntax::StmtKind::kIf)
    return refuse(Reason::kOtherTest);
  const auto& branch = as<syntax::If>(*around[around.size() - 2].stmt);
  const Expr& test = *branch.condition;
  const auto& targets = as<syntax::Assign>(stmt).targets;
  if (branch.then.size() != 1 || !branch.otherwise.empty() || targets.size() != 1 ||
      test.kind != ExprKind::kCompare || as<syntax::Compare>(test).ops.size() != 1 ||
      as<syntax::Compare>(test).ops.front() != syntax::Operator::kNotIn)
    return refuse(Reason::kOtherTest);
  const auto tested = text_of(*as<syntax::Compare>(test).left);
  if (!tested || tested != key_of(*targets.front())) return refuse(Reason::kOtherKeys);
  return Plan{{{{at.file, branch.begin, at.begin}, ""}}};
}

}  // namespace

Planned plan_assign_always(const catalog::verb::AssignAlways&, const check::Finding& finding,
                           const Context& context) {
  const Span at = finding.script_hit()->at;
  const syntax::Document& document = document_of(context, at);
  const syntax::Stmt* stmt = syntax::find_stmt(document, at.begin, at.end);
  if (stmt && stmt->kind == syntax::StmtKind::kExpression) return without_setdefault(*stmt, at);
  if (stmt && stmt->kind == syntax::StmtKind::kAssign) return without_test(document, *stmt, at);
  return refuse(Reason::kOtherTest);
}

}  // namespace mmlint::fix

#include "check/script/loss_flow.h"

#include "syntax/walk.h"

namespace mmlint::check {

using syntax::Expr;
using syntax::ExprKind;

LossFlow::LossFlow(const script::Summary& run, const ProgramSyntax& syntax) : syntax_(syntax) {
  std::vector<const Expr*> open;
  for (const script::Call& call : run.calls) {
    const syntax::Call* expr = call.point.reached ? syntax.call_at(call.span) : nullptr;
    if (!expr) continue;
    calls_[last_name(*expr->callee)].push_back(expr);
    if (call.symbol.is_method("backward")) open.push_back(expr);
  }
  while (!open.empty()) {
    const Expr& expr = *open.back();
    open.pop_back();
    if (exprs_.insert(&expr).second) add_sources(expr, open);
  }
}

bool LossFlow::has(const script::Call& call) const {
  return exprs_.contains(syntax_.call_at(call.span));
}

void LossFlow::add_sources(const Expr& expr, std::vector<const Expr*>& open) {
  const auto add = [&](const auto& exprs) { open.insert(open.end(), exprs.begin(), exprs.end()); };
  syntax::for_each_child(expr, [&](const Expr& child) { open.push_back(&child); });
  if (expr.kind == ExprKind::kCall) {
    const std::string_view callee = last_name(*syntax::as<syntax::Call>(expr).callee);
    if (functions_.insert(callee).second) add(syntax_.returns_of(callee));
    return;
  }
  const std::string_view name = last_name(expr);
  if (!name.empty() && names_.insert(name).second) add(syntax_.sources_of(name));
  const syntax::Function* function = syntax_.place(expr).function;
  const auto is_it = [&](const auto& each) { return each.name == syntax::id_of(expr); };
  if (function && std::ranges::any_of(function->parameters, is_it))
    add(std::exchange(calls_[function->name], {}));
}

}  // namespace mmlint::check

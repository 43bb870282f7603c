#include "check/script/loss_flow.h"

#include "syntax/walk.h"

namespace mmlint::check {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

std::vector<const Expr*> backward_passes(const script::Summary& run, const ProgramSyntax& syntax) {
  std::vector<const Expr*> out;
  for (const script::Call& call : run.calls) {
    const bool is_pass = call.point.reached && call.symbol.is_method("backward");
    if (const Expr* expr = is_pass ? syntax.call_at(call.span) : nullptr) out.push_back(expr);
  }
  return out;
}

}  // namespace

Sources::Sources(const script::Summary& run, const ProgramSyntax& syntax,
                 std::vector<const Expr*> of)
    : syntax_(syntax) {
  for (const script::Call& call : run.calls) {
    const syntax::Call* expr = call.point.reached ? syntax.call_at(call.span) : nullptr;
    if (!expr) continue;
    const std::string_view name = last_name(*expr->callee);
    calls_[name].push_back(expr);
    // Under the name of a parameter: reduce(gradients, operation)
    const syntax::Function* function = syntax.function_of(call, run);
    if (function && function->name != name) calls_[function->name].push_back(expr);
  }
  while (!of.empty()) {
    const Expr& expr = *of.back();
    of.pop_back();
    if (exprs_.insert(&expr).second) add_sources(expr, of);
  }
}

void Sources::add_sources(const Expr& expr, std::vector<const Expr*>& open) {
  const auto add = [&](const auto& exprs) { open.insert(open.end(), exprs.begin(), exprs.end()); };
  syntax::for_each_child(expr, [&](const Expr& child) { open.push_back(&child); });
  if (expr.kind == ExprKind::kCall) {
    const std::string_view callee = last_name(*as<syntax::Call>(expr).callee);
    if (functions_.insert(callee).second) add(syntax_.returns_of(callee));
    return;
  }
  add(named(expr));
  const syntax::Function* function = syntax_.place(expr).function;
  if (function) add_given(*function, syntax::id_of(expr), open);
}

// What comes into a name, if that was not asked before: a function that assigns to a name has one
// of its own, unless it says `global` or `nonlocal`.
std::vector<const Expr*> Sources::named(const Expr& expr) {
  const std::string_view name = last_name(expr);
  if (name.empty()) return {};
  const auto all = syntax_.sources_of(name);
  std::vector<const Expr*> out(all.begin(), all.end());
  const auto is_scope = [](const syntax::Stmt* each) {
    return each->kind == syntax::StmtKind::kGlobal || each->kind == syntax::StmtKind::kNonlocal;
  };
  const syntax::Function* own =
      expr.kind == ExprKind::kName ? syntax_.place(expr).function : nullptr;
  const auto is_own = [&](const Expr* each) { return syntax_.place(*each).function == own; };
  const bool is_local =
      own && std::ranges::none_of(own->body, is_scope) && std::ranges::any_of(out, is_own);
  if (!names_.emplace(is_local ? own : nullptr, name).second) return {};
  if (is_local) std::erase_if(out, [&](const Expr* each) { return !is_own(each); });
  return out;
}

// Adds what calls pass to a function as one of its parameters.
void Sources::add_given(const syntax::Function& function, std::string_view parameter,
                        std::vector<const Expr*>& open) {
  const auto& parameters = function.parameters;
  const auto found =
      std::ranges::find_if(parameters, [&](const auto& each) { return each.name == parameter; });
  if (found == parameters.end() || !parameters_.emplace(&function, parameter).second) return;
  const auto position = static_cast<std::size_t>(found - parameters.begin());
  const bool is_method = parameters.front().name == "self";
  for (const syntax::Call* call : calls_[function.name]) {
    callers_.insert(call);
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const syntax::Argument& each = call->arguments[i];
      const bool is_it = each.value->kind == ExprKind::kStarred || each.name == parameter ||
                         (each.name.empty() && i + (is_method ? 1 : 0) == position);
      if (is_it) open.push_back(each.value);
    }
  }
}

LossFlow::LossFlow(const script::Summary& run, const ProgramSyntax& syntax)
    : syntax_(syntax), sources_(run, syntax, backward_passes(run, syntax)) {}

bool LossFlow::has(const script::Call& call) const {
  return sources_.has(syntax_.call_at(call.span));
}

}  // namespace mmlint::check

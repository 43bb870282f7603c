// A script compares get_backend() with a backend that the target's bridge replaces, so the
// comparison is never equal; hits: the comparisons.
// judges: each run

#include "check/script/predicate.h"
#include "check/script/program_syntax.h"

namespace mmlint::check::predicates {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

bool raises(std::span<const Stmt* const> block) {
  return !block.empty() && block.front()->kind == StmtKind::kRaise;
}

// Whether the run stops where a comparison is not equal.
bool stops_if_unequal(const syntax::Compare& compare, const Stmt& statement, bool asks_equal) {
  if (statement.kind == StmtKind::kAssert)
    return asks_equal && as<syntax::Assert>(statement).condition == &compare;
  if (statement.kind != StmtKind::kIf || as<syntax::If>(statement).condition != &compare)
    return false;
  const auto& branch = as<syntax::If>(statement);
  return raises(asks_equal ? branch.otherwise : branch.then);
}

// Whether all texts that an expression has are of PyTorch's own backend for CUDA.
bool is_nccl(const Expr& expr) {
  if (expr.kind == ExprKind::kString) return as<syntax::String>(expr).value == "nccl";
  const bool is_list =
      expr.kind == ExprKind::kTuple || expr.kind == ExprKind::kList || expr.kind == ExprKind::kSet;
  return is_list && !as<syntax::Sequence>(expr).items.empty() &&
         std::ranges::all_of(as<syntax::Sequence>(expr).items,
                             [](const Expr* item) { return is_nccl(*item); });
}

}  // namespace

bool compares_backend(const script::Summary& script, const launch::ProgramFacts& facts,
                      ScriptHits& hits) {
  const ProgramSyntax& syntax = facts.program().get_big<program_syntax>();
  std::map<const Expr*, const script::Call*> asked;
  for (const script::Call& call : script.calls) {
    if (call.symbol == "torch.distributed.get_backend" && call.point.reached)
      asked.emplace(syntax.call_at(call.span), &call);
  }
  asked.erase(nullptr);
  std::vector<ScriptPlace> certain, open;
  for (const syntax::Compare* compare : syntax.comparisons()) {
    if (asked.empty() || compare->ops.size() != 1) continue;
    const Operator op = compare->ops.front();
    const bool asks_equal = op == Operator::kEqual || op == Operator::kIn;
    if (!asks_equal && op != Operator::kNotEqual && op != Operator::kNotIn) continue;
    const Expr *backend = compare->left, *text = compare->rights.front();
    if (is_nccl(*backend)) std::swap(backend, text);
    if (backend->kind == ExprKind::kName)
      backend = syntax.only_value(as<syntax::Name>(*backend).id);
    const auto call = asked.find(backend);
    if (call == asked.end() || !is_nccl(*text)) continue;
    const bool stops = stops_if_unequal(*compare, *syntax.place(*compare).statement, asks_equal);
    const Span at = syntax.span(*compare);
    (stops ? certain : open).push_back({at, at, call->second->symbol.str(), call->second->point});
  }
  for (ScriptPlace& place : open) place.point.open = true;
  std::ranges::move(open, std::back_inserter(certain));
  return add_places(certain, hits);
}

}  // namespace mmlint::check::predicates

// A registered class, whose methods MMEngine calls in every process, makes a collective call in the
// first one only: under `if runner.rank == 0` or in a method that is decorated by master_only;
// hits: the calls. Whether there are several processes is open.

#include "base/text.h"
#include "check/script/collectives.h"
#include "check/script/predicate.h"
#include "check/script/program_syntax.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::StmtKind;

// Collective calls of torch.distributed, and those of mmengine/dist/dist.py.
bool is_of_all(const Call& call) {
  constexpr std::array<std::string_view, 9> kNames = {
      "all_reduce",     "all_gather",        "gather",        "broadcast",
      "barrier",        "all_gather_object", "gather_object", "broadcast_object_list",
      "collect_results"};
  if (is_collective(call)) return is_of_all_ranks(call);
  const bool is_own = call.symbol.is_inside("mmengine.dist") && is_in(call.symbol.name(), kNames);
  return is_own && !call.more && !call.argument("group", std::string::npos);
}

// `runner.rank == 0`, `get_rank() == 0`, `is_main_process()`
bool asks_for_first(const Expr& condition) {
  const auto called = [](const Expr& each) {
    return each.kind == ExprKind::kCall ? last_name(*as<syntax::Call>(each).callee)
                                        : std::string_view();
  };
  if (condition.kind != ExprKind::kCompare) return called(condition) == "is_main_process";
  const auto& compare = as<syntax::Compare>(condition);
  const Expr& right = *compare.rights.front();
  const bool is_zero = compare.ops.size() == 1 && compare.ops.front() == syntax::Operator::kEqual &&
                       right.kind == ExprKind::kInteger && as<syntax::Number>(right).text == "0";
  return is_zero && (last_name(*compare.left) == "rank" || called(*compare.left) == "get_rank");
}

// Which processes come to a call within its function, as the conditions around it say.
enum class Comes { kAll, kFirst, kOthers };

Comes who_comes(const Call& call, const ProgramSyntax& syntax) {
  const syntax::Call* expr = syntax.call_at(call.span);
  const syntax::Stmt* each = expr ? syntax.place(*expr).statement : nullptr;
  for (; each && each->kind != StmtKind::kFunction; each = syntax.around(*each)) {
    if (each->kind != StmtKind::kIf) continue;
    const auto& branch = as<syntax::If>(*each);
    const bool holds = !branch.then.empty() && call.span.begin >= branch.then.front()->begin &&
                       call.span.end <= branch.then.back()->end;
    if (holds && asks_for_first(*branch.condition)) return Comes::kFirst;
    const std::string_view text = syntax.text(*branch.condition);
    if (contains(text, "rank") || contains(text, "main_process") || contains(text, "is_master"))
      return Comes::kOthers;
  }
  const auto is_master_only = [](const Expr* one) { return last_name(*one) == "master_only"; };
  return each && std::ranges::any_of(as<syntax::Function>(*each).decorators, is_master_only)
             ? Comes::kFirst
             : Comes::kAll;
}

}  // namespace

bool collective_for_one_rank(const script::Summary& script, const launch::ProgramFacts& facts,
                             ScriptHits& hits) {
  for (const Call& call : script.calls) {
    if (!call.point.built_as.known() || !is_of_all(call)) continue;
    const ProgramSyntax& syntax = facts.program().get_big<program_syntax>();
    const auto meets = [&](const Call& other) {  // `if rank != 0: barrier()`
      return other.point.built_as == call.point.built_as && is_of_all(other) &&
             who_comes(other, syntax) == Comes::kOthers;
    };
    if (who_comes(call, syntax) != Comes::kFirst || std::ranges::any_of(script.calls, meets))
      continue;
    hits.push_back(
        {.at = call.callee, .fact = call.span, .name = call.symbol.str(), .point = call.point});
    hits.back().point.open = true;
  }
  return !hits.empty();
}

}  // namespace mmlint::check::predicates

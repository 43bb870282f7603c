#include "check/script/joint_training.h"

#include "base/text.h"
#include "check/script/loss_flow.h"
#include "check/script/optimizers.h"
#include "check/script/unshared_samples.h"
#include "launch/reachable.h"

namespace mmlint::check {
namespace {

using script::Call;
using script::Summary;
using syntax::as;
using syntax::ExprKind;

bool is_rank(const syntax::Expr* expr) {
  while (expr && expr->kind == ExprKind::kCall) expr = as<syntax::Call>(*expr).callee;
  return expr && speaks_of_rank(last_name(*expr));
}

// [rank::size], range(rank, len(data), size), i % size == rank
bool is_stride(const syntax::Expr& expr) {
  if (expr.kind == ExprKind::kSlice)
    return as<syntax::Slice>(expr).step && is_rank(as<syntax::Slice>(expr).lower);
  if (expr.kind == ExprKind::kCall) {
    const auto& call = as<syntax::Call>(expr);
    return last_name(*call.callee) == "range" && call.arguments.size() == 3 &&
           is_rank(call.arguments.front().value);
  }
  if (expr.kind != ExprKind::kCompare) return false;
  const auto& compare = as<syntax::Compare>(expr);
  return compare.ops.size() == 1 && compare.left->kind == ExprKind::kBinary &&
         as<syntax::Binary>(*compare.left).op == syntax::Operator::kModulo &&
         is_rank(compare.rights.front());
}

// What the calls of a program say of its processes.
class Processes {
 public:
  Processes(const launch::Program& program, const Summary& run)
      : script_(program.summary()), workspace_(program.workspace()) {
    for (const Call& call : run.calls) {
      if (call.point.reached) add(call);
    }
    const auto averages_unused = [&](const Call& call) {
      return !call.point.reached && call.symbol == "torch.distributed.all_reduce" &&
             contains(text(call.span), "grad") && launch::is_idle(call.callee, script_, workspace_);
    };
    is_joint = is_joint || std::ranges::any_of(script_.calls, averages_unused);
  }

  bool is_joint = false;   // they are to train one model
  bool is_likely = false;  // may: they are, as the first one reports for all of them
  bool is_apart = false;   // some train alone, or save a model of their own
  bool is_seeded = false;  // they have the same random numbers

 private:
  void add(const Call& call) {
    if (call.symbol.is_method("backward") && script::depends_on_rank(call.point.guard))
      is_apart = true;
    if (contains(text(call.callee), "seed") && !speaks_of_rank(text(call.span))) is_seeded = true;
    if (makes_optimizer(call.symbol) && speaks_of_rank(text(call.span))) is_apart = true;
    if (is_report(call)) is_likely = true;
    if (call.symbol != "torch.save") return;
    const script::Argument* file = call.argument("f", 1);
    if (!file || speaks_of_rank(text(file->span))) is_apart = true;
    const script::Argument* saved = call.argument("obj", 0);
    if (saved && script::is_of_one_rank(call.point.guard) &&
        contains(text(saved->span), "state_dict"))
      is_joint = true;
  }

  // Whether only the first process reads a loss, to report it, or a loss is averaged over all.
  bool is_report(const Call& call) const {
    if (call.symbol == "torch.distributed.all_reduce") return true;
    const std::string_view written = text(call.span);
    return is_in(call.symbol.name(), {"float", "item"}) &&
           script::is_of_one_rank(call.point.guard) && contains(written, "loss") &&
           !speaks_of_rank(written);
  }

  std::string_view text(Span at) const { return workspace_.sources().text(at); }

  const Summary& script_;
  project::Workspace& workspace_;
};

}  // namespace

std::vector<const syntax::Expr*> training_iterables(const Summary& run,
                                                    const ProgramSyntax& syntax) {
  std::vector<const syntax::Expr*> out;
  for (const Call& call : run.calls) {
    const bool is_pass = call.symbol.is_method("backward") && call.point.reached;
    const syntax::Call* pass = is_pass ? syntax.call_at(call.span) : nullptr;
    const syntax::Stmt* at = pass ? syntax.place(*pass).statement : nullptr;
    for (; at && at->kind != syntax::StmtKind::kFunction; at = syntax.around(*at)) {
      if (at->kind == syntax::StmtKind::kFor) out.push_back(as<syntax::For>(*at).iterable);
    }
  }
  return out;
}

Jointly trains_jointly(const launch::Program& program, const Summary& run) {
  const Processes processes(program, run);
  if (processes.is_apart) return Jointly::kNo;
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  const Sources samples(run, syntax, training_iterables(run, syntax));
  const auto has = [&](const auto& test) { return std::ranges::any_of(samples.all(), test); };
  if (has([](const auto* each) { return is_stride(*each); })) return Jointly::kSurely;
  if (processes.is_seeded && !has(is_rank)) return Jointly::kNo;
  const bool is_sure =
      processes.is_joint || std::ranges::none_of(program.get<documents_of>(), [](const auto* each) {
        return speaks_of_rank(each->source().bytes());
      });
  if (is_sure) return Jointly::kSurely;
  return processes.is_likely ? Jointly::kLikely : Jointly::kNo;
}

}  // namespace mmlint::check

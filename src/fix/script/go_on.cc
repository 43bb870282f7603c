
#include "base/algorithms.h"
#include "fix/script/cuda_condition.h"
#include "fix/script/imports.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/statement_edits.h"
#include "launch/program_store.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using check::Finding;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// Plans how a script goes on that stops because there is no CUDA, or because there are 0 cards.
class GoOn {
 public:
  GoOn(const Finding& finding, const Context& context)
      : finding_(finding),
        context_(context),
        hit_(*finding.script_hit()),
        document_(document_of(context, hit_.fact)),
        reads_(code_of(document_, context).reads()),
        script_(*script_of(finding, context.workspace)) {}

  Planned plan() const {
    if (const Expr* expr = reads_.at(hit_.fact)) {
      if (expr->kind == ExprKind::kBinary) return plan_division(as<syntax::Binary>(*expr));
      if (expr->kind == ExprKind::kCall && hit_.argument.known())
        return plan_start(as<syntax::Call>(*expr));
      return refuse(Reason::kComputed);
    }
    const Stmt* stop = nullptr;
    for (const EnclosingStatement& each : enclosing(document_, hit_.fact)) {
      if (each.stmt->kind == StmtKind::kAssert || each.stmt->kind == StmtKind::kIf)
        stop = each.stmt;
    }
    if (!stop) return refuse(Reason::kComputed);
    if (only_stops(*stop)) return remove(*stop);
    return stop->kind == StmtKind::kAssert ? plan_assert(*stop)
                                           : plan_count(*as<syntax::If>(*stop).condition);
  }

 private:
  std::string_view text(const Expr& expr) const {
    return document_.source().bytes().substr(expr.begin, expr.end - expr.begin);
  }
  Span span_of(const Expr& expr) const { return {document_.source().id(), expr.begin, expr.end}; }

  // `assert torch.cuda.is_available()`, or `if not torch.cuda.is_available(): raise ...`.
  bool only_stops(const Stmt& stmt) const {
    if (stmt.kind == StmtKind::kAssert) return asks_for_cuda(*as<syntax::Assert>(stmt).condition);
    const auto& branch = as<syntax::If>(stmt);
    const bool negates = branch.condition->kind == ExprKind::kUnary &&
                         as<syntax::Unary>(*branch.condition).op == Operator::kNot;
    return negates && branch.then.size() == 1 && branch.otherwise.empty() &&
           asks_for_cuda(*as<syntax::Unary>(*branch.condition).operand);
  }
  bool asks_for_cuda(const Expr& expr) const {
    const script::Call* fact = call_at(script_, span_of(expr));
    return fact && fact->symbol == "torch.cuda.is_available";
  }
  Planned remove(const Stmt& stmt) const {
    const FileId file = document_.source().id();
    const auto line = line_of(document_, {file, stmt.begin, stmt.end});
    if (!line || !line->ends) return refuse(Reason::kPartOfLine);
    const auto begin = stmt.begin - static_cast<std::uint32_t>(line->indent.size());
    const std::uint32_t end = begin_of_next_line(document_.source().bytes(), stmt.end);
    return Plan{.edits = {{{file, begin, end}, ""}}, .keeps_cuda = true};
  }

  // `assert torch.cuda.device_count() > rank` says something about hosts with CUDA alone.
  Planned plan_assert(const Stmt& stmt) const {
    ScriptImports imports(document_, stmt.begin);
    const auto torch = imports.use("torch");
    if (!torch) return refuse(torch.error());
    std::vector<TextEdit> edits =
        put_below(document_, stmt, fmt::format("if {}.cuda.is_available():", *torch));
    if (edits.empty()) return refuse(Reason::kPartOfLine);
    for (TextEdit& edit : imports.edits()) edits.push_back(std::move(edit));
    return Plan{.edits = std::move(edits), .keeps_cuda = true};
  }

  // `rank % torch.cuda.device_count()` is the number of a card: 0 where there is none. What is
  // divided among the cards stays whole.
  Planned plan_division(const syntax::Binary& division) const {
    if (division.op == Operator::kModulo)
      return keep_on_cuda({span_of(division)}, "0", finding_, context_);
    return plan_count(*division.right);
  }

  // mp.spawn(worker, nprocs=torch.cuda.device_count())
  Planned plan_start(const syntax::Call& call) const {
    const auto argument =
        std::ranges::find(call.arguments, hit_.argument.begin, &syntax::Argument::begin);
    return argument == call.arguments.end() ? refuse(Reason::kNotWrittenOut)
                                            : plan_count(*argument->value);
  }

  // Where an expression gets the number of cards: `torch.cuda.device_count() or N`.
  Planned plan_count(const Expr& expr) const {
    std::vector<TextEdit> edits;
    for (const Expr* count : counts_in(expr)) {
      const std::string with = fmt::format("{} or {}", text(*count), processes());
      const Expr* outer = reads_.around(*count).expr;
      const bool closed = outer && outer->kind != ExprKind::kCall;
      edits.push_back({span_of(*count), closed ? "(" + with + ")" : with});
    }
    if (edits.empty()) return refuse(Reason::kComputed);
    return Plan{.edits = std::move(edits), .keeps_cuda = true};
  }

  // The calls of torch.cuda.device_count() in an expression, or whose result is in a variable that
  // the expression reads.
  std::vector<const Expr*> counts_in(const Expr& expr) const {
    std::vector<const Expr*> out;
    for (const script::Call& call : script_.calls) {
      const Expr* count = call.symbol == "torch.cuda.device_count" ? reads_.at(call.span) : nullptr;
      if (!count || is_in(count, out)) continue;
      const Expr* outer = reads_.around(*count).expr;
      const bool is_or = outer && outer->kind == ExprKind::kBoolean;
      if (!is_or && (span_of(expr).contains(call.span) || is_read(assigned(*count), expr)))
        out.push_back(count);
    }
    return out;
  }
  // The text of the variable that an expression's statement assigns; empty if it is no assignment
  // of one.
  std::string_view assigned(const Expr& expr) const {
    const Stmt* stmt = reads_.around(expr).stmt;
    if (!stmt || stmt->kind != StmtKind::kAssign) return {};
    const auto& assign = as<syntax::Assign>(*stmt);
    return assign.targets.size() == 1 ? text(*assign.targets.front()) : "";
  }
  bool is_read(std::string_view variable, const Expr& expr) const {
    if (variable.empty()) return false;
    const bool is_path = expr.kind == ExprKind::kName || expr.kind == ExprKind::kAttribute;
    if (is_path && text(expr) == variable) return true;
    bool found = false;
    syntax::for_each_child(expr, [&](const Expr& child) { found |= is_read(variable, child); });
    return found;
  }

  // How many processes there are where there is no card: two for a script that starts one for each,
  // which then does all that it does for several; else this one.
  int processes() const {
    const bool starts = std::ranges::any_of(script_.calls, [](const script::Call& call) {
      return call.symbol == "torch.multiprocessing.spawn" ||
             call.symbol == "torch.multiprocessing.start_processes" ||
             call.symbol == "torch.multiprocessing.Process";
    });
    return starts ? 2 : 1;
  }

  const Finding& finding_;
  const Context& context_;
  const check::ScriptHit& hit_;
  const syntax::Document& document_;
  const NameReads& reads_;
  const script::Summary& script_;
};

}  // namespace

Planned plan_go_on(const catalog::verb::GoOn&, const Finding& finding, const Context& context) {
  return GoOn(finding, context).plan();
}

}  // namespace mmlint::fix

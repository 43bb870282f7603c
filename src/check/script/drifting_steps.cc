#include "check/script/drifting_steps.h"

#include <algorithm>

#include "base/text.h"
#include "check/script/program_code.h"
#include "check/script/unsynced_updates.h"
#include "facts/distributed.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"
#include "project/workspace.h"

namespace mmlint::check {
namespace {

using script::Call;
using script::Summary;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

bool contains(std::string_view text, std::string_view word) {
  return text.find(word) != text.npos;
}

// Whether a text names what may reduce gradients or weights in a way that no call shows.
bool may_reduce(std::string_view text) {
  return facts::may_exchange(text, facts::Exchange::kGradients) ||
         facts::may_exchange(text, facts::Exchange::kCalls);
}

bool is_backward(const Call& call) {
  return call.symbol.is_method("backward");
}

// torch.optim.SGD().step, and not the step of a schedule.
bool is_step(const Call& call) {
  return call.symbol.is_method("step") && call.symbol.owner().callee().owner() == "torch.optim";
}

bool is_wrap(const Call& call) {
  return call.symbol == "torch.nn.parallel.DistributedDataParallel" && call.point.reached &&
         call.point.group == script::OnPaths::kAll;
}

bool is_schedule(const Call& call) {
  return call.symbol.is_inside("torch.optim.lr_scheduler");
}

// Looks for the calls of one program.
class Search {
 public:
  Search(const Summary& script, project::Workspace& workspace, const ModelUses& uses,
         const Placement& placement)
      : script_(script), workspace_(workspace), uses_(uses), placement_(placement) {}

  std::vector<ScriptPlace> steps() const {
    std::vector<ScriptPlace> out;
    for (const Call& call : script_.calls) {
      const syntax::Call* expr = call.point.reached ? uses_.call_at(call.span) : nullptr;
      const bool is_one = is_step(call);
      if (!is_one && !call.symbol.is_method("step")) continue;
      if (is_schedule(call) || is_unused(call)) continue;
      // Another step may be the one that every process takes.
      if (!is_one || !expr || !placement_.is_for_one_rank(*expr)) return unsynced();
      add(*expr->callee, out);
    }
    bool all_compute = true, one_computes = true;
    std::vector<const syntax::Function*> where;
    for (const Call& call : script_.calls) {
      if (!is_backward(call) || is_unused(call)) continue;
      const syntax::Call* expr = uses_.call_at(call.span);
      if (!expr) return {};
      (placement_.is_for_one_rank(*expr) ? all_compute : one_computes) = false;
      where.push_back(uses_.place(*expr).function);
    }
    return all_compute || (one_computes && is_wrapper_called(where)) ? out
                                                                     : std::vector<ScriptPlace>();
  }

 private:
  // no_sync() around every pass.
  std::vector<ScriptPlace> unsynced() const {
    std::vector<ScriptPlace> out;
    for (const Call& call : script_.calls) {
      if (!is_backward(call) || is_unused(call)) continue;
      const syntax::Call* expr = call.point.reached ? uses_.call_at(call.span) : nullptr;
      const syntax::Attribute* no_sync = expr ? around_pass(*expr) : nullptr;
      if (!no_sync) return {};
      // DDP decides in forward whether the backward pass averages.
      const Uses model = uses_.follow(last_name(*no_sync->object));
      const bool inside = !model.escapes && !model.calls.empty() &&
                          std::all_of(model.calls.begin(), model.calls.end(),
                                      [&](const auto* each) { return around_pass(*each); });
      if (!inside) return {};
      add(*no_sync, out);
    }
    return out;
  }

  // Whether what DDP returned computes gradients in one of these functions, so that it is what one
  // rank alone trains, and not a model of its own.
  bool is_wrapper_called(const std::vector<const syntax::Function*>& where) const {
    for (const Call& call : script_.calls) {
      const syntax::Call* wrap = is_wrap(call) ? uses_.call_at(call.span) : nullptr;
      if (!wrap) continue;
      const Uses model = uses_.follow(*wrap);
      if (model.escapes) return false;
      const bool computes =
          std::any_of(model.calls.begin(), model.calls.end(), [&](const syntax::Call* each) {
            return !placement_.is_without_gradients(*each) &&
                   std::count(where.begin(), where.end(), uses_.place(*each).function) != 0;
          });
      if (computes) return true;
    }
    return false;
  }

  bool is_unused(const Call& call) const {
    return !call.point.reached && launch::is_idle(call.callee, script_, workspace_);
  }

  void add(const Expr& callee, std::vector<ScriptPlace>& out) const {
    const Span at = uses_.span(callee);
    const auto same = [&](const ScriptPlace& each) { return each.at == at; };
    if (std::none_of(out.begin(), out.end(), same))
      out.push_back({at, at, std::string(uses_.text(callee)), {}});
  }

  // The model.no_sync of `with model.no_sync():` around a call; null if there is none.
  const syntax::Attribute* around_pass(const syntax::Call& call) const {
    for (const Stmt* at = uses_.place(call).statement; at; at = uses_.around(*at)) {
      if (at->kind == StmtKind::kFunction) return nullptr;
      if (at->kind != StmtKind::kWith) continue;
      for (const syntax::WithItem& item : as<syntax::With>(*at).items) {
        const Expr* callee = item.context->kind == ExprKind::kCall
                                 ? as<syntax::Call>(*item.context).callee
                                 : nullptr;
        const bool is_it = callee && callee->kind == ExprKind::kAttribute &&
                           as<syntax::Attribute>(*callee).name == "no_sync";
        if (is_it) return &as<syntax::Attribute>(*callee);
      }
    }
    return nullptr;
  }

  const Summary& script_;
  project::Workspace& workspace_;
  const ModelUses& uses_;
  const Placement& placement_;
};

}  // namespace

bool sets_epochs(const launch::Program& program) {
  const Summary& script = program.summary();
  return std::any_of(script.calls.begin(), script.calls.end(), [&](const Call& call) {
    if (!call.symbol.is_method("set_epoch")) return false;
    if (call.symbol == "torch.utils.data.DataLoader().set_epoch") return false;
    if (!call.point.reached) return !launch::is_idle(call.callee, script, program.workspace());
    const script::Argument* epoch = call.argument("epoch", 0);
    const Value* constant = epoch ? script::only_data(epoch->value) : nullptr;
    const bool is_literal = constant && epoch->name.empty() &&
                            epoch->value.front().at == epoch->span && constant->span == epoch->span;
    return call.loops > 0 && !is_literal;
  });
}

std::vector<ScriptPlace> drifting_steps(const launch::Program& program) {
  const Summary& script = program.summary();
  project::Workspace& workspace = program.workspace();
  const auto& calls = script.calls;
  const bool in_group = std::any_of(calls.begin(), calls.end(), is_wrap);
  if (!in_group || !script.builds.empty() || !launch::walks_all_imports(script)) return {};
  if (std::any_of(calls.begin(), calls.end(),
                  [](const Call& call) { return facts::may_move_values(call.symbol.text()); }))
    return {};
  bool asks = false;
  for (const syntax::Document* document : program.get<documents_of>()) {
    const std::string_view text = document->source().bytes();
    if (may_reduce(text)) return {};
    asks = asks || contains(text, "no_sync") || contains(text, "rank") || contains(text, "RANK");
  }
  if (!asks) return {};
  const ModelUses& uses = program.get_big<model_uses>();
  const Placement& placement = program.get_big<placement_of>();
  std::vector<ScriptPlace> out = Search(script, workspace, uses, placement).steps();
  for (const Expr* each : unsynced_updates(script, uses, placement)) {
    const Span at = uses.span(*each);
    if (std::none_of(out.begin(), out.end(), [&](const auto& known) { return known.at == at; }))
      out.push_back({at, at, std::string(uses.text(*each)), {}});
  }
  return out;
}

}  // namespace mmlint::check

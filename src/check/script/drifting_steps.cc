#include "check/script/drifting_steps.h"

#include "base/text.h"
#include "check/script/exchanges.h"
#include "check/script/unsynced_updates.h"
#include "facts/distributed.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"
#include "script/objects.h"

namespace mmlint::check {
namespace {

using script::Call;
using script::Summary;
using syntax::as;
using syntax::ExprKind;
using syntax::StmtKind;

using Exprs = std::vector<const syntax::Expr*>;

bool is_backward(const Call& call) {
  return call.symbol.is_method("backward");
}

// torch.optim.SGD().step, and not the step of a schedule.
bool is_step(const Call& call) {
  return call.symbol.is_method("step") && call.symbol.owner().callee().owner() == "torch.optim";
}

bool is_wrapper(const Call& call) {
  return call.symbol == "torch.nn.parallel.DistributedDataParallel" && call.point.reached;
}

bool is_wrap(const Call& call) {
  return is_wrapper(call) && call.point.group == script::OnPaths::kAll;
}

bool is_schedule(const Call& call) {
  return call.symbol.is_inside("torch.optim.lr_scheduler");
}

// Whether a value may be anything: a handler that a library calls, or that is kept in a list, is
// given the number of each epoch although the walk sees no loop around it.
bool is_open(const script::Argument& argument) {
  return std::ranges::any_of(argument.value, [](const auto& each) {
    return each.is_unknown() || each.symbol().text().starts_with('?');
  });
}

// Looks for the calls of one program.
class Search {
 public:
  Search(const launch::ProgramFacts& facts, const ProgramSyntax& syntax)
      : facts_(facts),
        script_(facts.program().summary()),
        workspace_(facts.program().workspace()),
        syntax_(syntax),
        objects_(script_) {}

  std::vector<ScriptPlace> steps() const {
    std::vector<ScriptPlace> out;
    for (const Call& call : script_.calls) {
      if (!call.symbol.is_method("step") || is_schedule(call) || is_unused(call)) continue;
      // Another step may be the one that every process takes.
      if (!is_step(call) || !call.point.reached || !is_of_one_rank(call)) return unsynced();
      add(call.callee, out);
    }
    bool all_compute = true, one_computes = true;
    std::vector<const syntax::Function*> where;
    for (const Call& call : script_.calls) {
      if (!is_backward(call) || is_unused(call)) continue;
      const syntax::Call* expr = syntax_.call_at(call.span);
      if (!expr) return {};
      (is_of_one_rank(call) ? all_compute : one_computes) = false;
      where.push_back(syntax_.place(*expr).function);
    }
    return all_compute || (one_computes && is_wrapper_called(where)) ? out
                                                                     : std::vector<ScriptPlace>();
  }

 private:
  // Whether only one of the processes makes a call.
  bool is_of_one_rank(const Call& call) const {
    if (script::is_of_one_rank(call.point.guard)) return true;
    const auto makes = [&](const Summary& run) {
      return std::ranges::any_of(run.calls, [&](const Call& each) {
        return each.span == call.span && each.point.reached;
      });
    };
    const auto& runs = facts_.get_big<launch::rank_runs>();
    return !runs.empty() && std::ranges::all_of(runs, [&](const launch::RankRuns& each) {
      return makes(*each.first) != makes(*each.second);
    });
  }

  // no_sync() around every pass.
  std::vector<ScriptPlace> unsynced() const {
    std::vector<ScriptPlace> out;
    for (const Call& call : script_.calls) {
      if (!is_backward(call) || is_unused(call)) continue;
      const syntax::Call* no_sync = call.point.reached ? around_pass(call) : nullptr;
      const Span* made = no_sync ? model_of(*no_sync) : nullptr;
      if (!made) return {};
      // DDP decides in forward whether the backward pass averages.
      const script::ObjectUses model = objects_.uses(*made);
      const bool inside = !model.escapes && model.computes() &&
                          std::ranges::all_of(model.calls, [&](const Call* each) {
                            return !script::is_forward(*each) || around_pass(*each);
                          });
      if (!inside) return {};
      add(syntax_.span(*no_sync->callee), out);
    }
    return out;
  }

  // Whether what DDP returned computes gradients in one of these functions, so that it is what one
  // rank alone trains, and not a model of its own.
  bool is_wrapper_called(const std::vector<const syntax::Function*>& where) const {
    for (const Call& call : script_.calls) {
      if (!is_wrap(call)) continue;
      const script::ObjectUses model = objects_.uses(call.span);
      if (model.escapes) return false;
      const bool computes = std::ranges::any_of(model.calls, [&](const Call* each) {
        const syntax::Call* expr = syntax_.call_at(each->span);
        return script::is_forward(*each) && !each->point.no_gradients && expr &&
               std::ranges::count(where, syntax_.place(*expr).function) != 0;
      });
      if (computes) return true;
    }
    return false;
  }

  bool is_unused(const Call& call) const {
    return !call.point.reached && launch::is_idle(call.callee, script_, workspace_);
  }

  void add(Span callee, std::vector<ScriptPlace>& out) const {
    const auto same = [&](const ScriptPlace& each) { return each.at == callee; };
    if (std::ranges::none_of(out, same))
      out.push_back({callee, callee, std::string(workspace_.sources().text(callee)), {}});
  }

  // The model.no_sync() of `with model.no_sync():` around a call; null if there is none.
  const syntax::Call* around_pass(const Call& call) const {
    const syntax::Call* pass = syntax_.call_at(call.span);
    for (const syntax::Stmt* at = pass ? syntax_.place(*pass).statement : nullptr; at;
         at = syntax_.around(*at)) {
      if (at->kind == StmtKind::kFunction) return nullptr;
      if (at->kind != StmtKind::kWith) continue;
      for (const syntax::WithItem& item : as<syntax::With>(*at).items) {
        if (item.context->kind != ExprKind::kCall) continue;
        const auto& context = as<syntax::Call>(*item.context);
        if (context.callee->kind == ExprKind::kAttribute && last_name(*context.callee) == "no_sync")
          return &context;
      }
    }
    return nullptr;
  }

  // The call that has made the model whose no_sync() this is; null if that is not known.
  const Span* model_of(const syntax::Call& no_sync) const {
    const auto call = std::ranges::find_if(
        script_.calls, [&](const Call& each) { return each.span == syntax_.span(no_sync); });
    return call == script_.calls.end() ? nullptr : call->object.only();
  }

  const launch::ProgramFacts& facts_;
  const Summary& script_;
  project::Workspace& workspace_;
  const ProgramSyntax& syntax_;
  const script::Objects objects_;
};

// Whether a text calls set_epoch where the walk lists no call, but for what nobody calls.
bool is_said_elsewhere(const launch::Program& program) {
  const Summary& script = program.summary();
  constexpr std::string_view kCall = ".set_epoch(";
  return std::ranges::any_of(program.get<documents_of>(), [&](const syntax::Document* document) {
    const std::string_view text = document->source().bytes();
    for (std::size_t at = text.find(kCall); at != text.npos; at = text.find(kCall, at + 1)) {
      const auto offset = static_cast<std::uint32_t>(at);
      const Span place{document->source().id(), offset, offset + 1};
      const bool is_listed = std::ranges::any_of(
          script.calls, [&](const Call& call) { return call.callee.contains(place); });
      const bool is_comment = line_before(text, at).find('#') != std::string_view::npos;
      if (!is_listed && !is_comment && !launch::is_idle(place, script, program.workspace()))
        return true;
    }
    return false;
  });
}

// Whether a number that a call is given may be another one in each turn of a loop: an attribute, or
// a name that some code counts up.
bool is_counted(std::string_view argument, const launch::Program& program) {
  const std::string_view name = argument.substr(argument.rfind('=') + 1);
  if (name.find('.') != name.npos) return true;
  return std::ranges::any_of(program.get<documents_of>(), [&](const syntax::Document* document) {
    const std::string_view text = document->source().bytes();
    for (std::size_t at = 0; has_word(text, name, at, &at); at += name.size()) {
      const std::string_view rest = trim(text.substr(at + name.size(), 8));
      const std::string again = "= " + std::string(name);
      if (rest.starts_with("+=") || text.substr(at + name.size()).starts_with(" " + again))
        return true;
    }
    return false;
  });
}

// "model.no_sync()", "model.require_backward_grad_sync = False"
std::string text_of(const syntax::Expr& expr, const ProgramSyntax& syntax) {
  const bool is_method = last_name(expr) == "no_sync";
  return std::string(syntax.text(expr)) + (is_method ? "()" : " = False");
}

// Returns false if the function around a call is kept by a decorator for something that the program
// only gives to calls outside of loops: `@trainer.on('start')` and `self.fire('start')`.
bool may_repeat(const Call& call, const launch::Program& program) {
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  const syntax::Call* node = syntax.call_at(call.span);
  const syntax::Function* around = node ? syntax.place(*node).function : nullptr;
  const auto& calls = program.summary().calls;
  for (const syntax::Expr* decorator : around ? around->decorators : syntax::Exprs()) {
    const auto keeps = std::ranges::find_if(calls, [&](const Call& each) {
      return each.span == syntax.span(*decorator) && !each.arguments.empty();
    });
    if (keeps == calls.end()) continue;
    const auto is_event = [&](const script::Alternative& each) {
      return std::ranges::any_of(keeps->arguments.front().value, [&](const auto& event) {
        const bool is_same = event.data() && each.data() && equal(*event.data(), *each.data());
        return is_same || (event.is_symbol() && event.symbol() == each.symbol());
      });
    };
    bool any = false, any_in_loop = false;
    for (const Call& each : calls) {
      const bool has = std::ranges::any_of(each.arguments, [&](const script::Argument& argument) {
        return std::ranges::any_of(argument.value, is_event);
      });
      if (!has || each.symbol == keeps->symbol) continue;
      any = true;
      any_in_loop = any_in_loop || each.loops > 0;
    }
    return any_in_loop || !any;
  }
  return true;
}

}  // namespace

bool sets_epochs(const launch::Program& program) {
  const Summary& script = program.summary();
  const SourceStore& sources = program.workspace().sources();
  std::set<std::int64_t> constants;  // of calls in loops
  for (const Call& call : script.calls) {
    if (!call.symbol.is_method("set_epoch") ||
        call.symbol == "torch.utils.data.DataLoader().set_epoch")
      continue;
    const script::Argument* epoch = call.argument("epoch", 0);
    const Value* constant = epoch ? script::only_data(epoch->value) : nullptr;
    if (!call.point.reached) {
      if (!launch::is_idle(call.callee, script, program.workspace())) return true;
    } else if (constant && constant->kind == Value::Kind::kInt &&
               !is_counted(sources.text(epoch->span), program)) {
      if (call.loops > 0) constants.insert(constant->integer);
    } else if (call.loops > 0 || ((!epoch || is_open(*epoch)) && may_repeat(call, program))) {
      return true;
    }
  }
  return constants.size() > 1 || is_said_elsewhere(program);
}

bool shuffles_by_epoch(const Call& sampler) {
  const script::Argument* shuffle = sampler.argument("shuffle", 3);
  const bool shuffles = !shuffle || std::ranges::any_of(shuffle->value, [](const auto& each) {
    const Value* value = each.data();
    return value && value->kind == Value::Kind::kBool && value->boolean;
  });
  // One that is made for each epoch may get another seed each time.
  return shuffles && sampler.point.reached && (sampler.loops == 0 || !sampler.argument("seed", 4));
}

std::vector<ScriptPlace> drifting_steps(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  const Summary& script = program.summary();
  const auto wraps = [](const Summary& run) { return std::ranges::any_of(run.calls, is_wrap); };
  const auto wraps_in_run = [&] {  // `if several: model = DDP(model)`
    const auto& runs = facts.get_big<launch::group_runs>();
    return std::ranges::any_of(runs, [&](const auto& each) { return wraps(*each.run); });
  };
  const bool in_group =
      wraps(script) || (std::ranges::any_of(script.calls, is_wrapper) && wraps_in_run());
  if (!in_group || !script.builds.empty() || !launch::walks_all_imports(script)) return {};
  bool keeps = false, asks = false;  // a pass from averaging; for its rank
  for (const syntax::Document* document : program.get<documents_of>()) {
    const std::string_view text = document->source().bytes();
    keeps = keeps || contains(text, "no_sync") || contains(text, "require_backward_grad_sync");
    asks = asks || contains(text, "rank") || contains(text, "RANK");
  }
  if ((!keeps && !asks) || may_exchange(program, script, facts::Exchange::kGradients)) return {};
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  std::vector<ScriptPlace> out = Search(facts, syntax).steps();
  for (const syntax::Expr* each : keeps ? unsynced_updates(program) : Exprs()) {
    const Span at = syntax.span(*each);
    if (std::ranges::none_of(out, [&](const auto& known) { return known.at == at; }))
      out.push_back({at, at, text_of(*each, syntax), {}});
  }
  return out;
}

}  // namespace mmlint::check

#include "check/script/unsynced_models.h"

#include <algorithm>

#include "base/text.h"
#include "check/script/definition.h"
#include "check/script/inner_training.h"
#include "check/script/program_code.h"
#include "facts/distributed.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"
#include "script/symbols.h"
#include "syntax/walk.h"

namespace mmlint::check {

using script::Call;
using script::Summary;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::StmtKind;

namespace {

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_wrapper(script::Symbol symbol) {
  return symbol == "torch.nn.parallel.DistributedDataParallel";
}

bool makes_optimizer(script::Symbol symbol) {
  return symbol.owner() == "torch.optim";
}

bool reduces_nothing(const Call& call) {
  return call.symbol != "torch.distributed.all_reduce" && call.symbol != "torch.distributed.reduce";
}

// Whether a call of torch.distributed cannot bring gradients or weights from one process to
// another: a tensor that is made of numbers is a measure, such as a loss.
bool moves_no_weights(const Call& call) {
  if (!facts::may_move_values(call.symbol.text())) return true;
  if (reduces_nothing(call)) return false;
  const auto* tensor = call.argument("tensor", 0);
  return tensor && std::all_of(tensor->value.begin(), tensor->value.end(), [](const auto& each) {
           return each.symbol() == "torch.tensor()" || each.symbol() == "torch.tensor().to()";
         });
}

// Looks for the models of one program.
class Search {
 public:
  // `run` is one of the program, or what it does however it is started.
  Search(const Summary& run, const launch::Program& program) : script_(run), program_(program) {
    for (const Call& call : program.summary().calls) {
      const syntax::Call* expr = uses_.call_at(call.span);
      if (!is_wrapper(call.symbol) || !call.point.reached || !expr || is_reached(call)) continue;
      skipped_.insert(expr);
      if (!first_skipped_.known()) first_skipped_ = call.callee;
    }
  }

  std::vector<UnsyncedModel> models() {
    // A wrapper on any path says that the author wants the processes to train one model.
    if (!wraps_something() && skipped_.empty() && !shares_samples()) return {};
    for (const Call& call : script_.calls) {
      if (!call.point.reached || under_rank(call)) continue;
      if (makes_optimizer(call.symbol)) add_unwrapped(call);
      if (is_wrapper(call.symbol) && !call.point.handled) add_bypassed(call);
    }
    if (const auto inner = inner_training(script_, uses_, placement_); out_.empty() && inner)
      add(*inner->module, inner->at, inner->wrapper);
    if (out_.empty() && !wraps_something() && first_skipped_.known() && all_train())
      out_.push_back({"DistributedDataParallel", first_skipped_, {}, {}, true});
    return std::move(out_);
  }

 private:
  // Whether the run gets to a call of the program.
  bool is_reached(const Call& wanted) const {
    return std::any_of(script_.calls.begin(), script_.calls.end(), [&](const Call& call) {
      return call.point.reached && call.span == wanted.span;
    });
  }

  bool wraps_something() const {
    return std::any_of(script_.calls.begin(), script_.calls.end(), [](const Call& call) {
      return call.point.reached && is_wrapper(call.symbol);
    });
  }

  // Whether no gradients are computed by one rank for itself.
  bool all_train() const {
    return std::none_of(script_.calls.begin(), script_.calls.end(), [&](const Call& call) {
      const bool computes = call.symbol.is_method("backward") && call.point.reached;
      const syntax::Call* expr = computes ? uses_.call_at(call.span) : nullptr;
      return computes && (!expr || placement_.is_for_one_rank(*expr));
    });
  }

  // Whether the loop that trains goes over a loader that gives each process a part of the samples.
  bool shares_samples() const {
    std::set<std::string> loaders;
    std::set<const Expr*> made;  // where they are made: for x in DataLoader(...)
    for (const Call& call : script_.calls) {
      const syntax::Call* expr = uses_.call_at(call.span);
      const auto* sampler = call.argument("sampler", 3);
      if (call.symbol != "torch.utils.data.DataLoader" || !expr || !sampler) continue;
      const bool parts = std::any_of(
          sampler->value.begin(), sampler->value.end(),
          [](const auto& each) { return each.symbol().callee().is_method("DistributedSampler"); });
      if (!parts) continue;
      loaders.merge(uses_.follow(*expr).names);
      made.insert(expr);
    }
    const auto over = [&](const Expr& iterable) {
      bool any = false;
      const auto visit = [&](const auto& self, const Expr& each) -> void {
        any = any || made.count(&each) != 0 || loaders.count(std::string(last_name(each))) != 0;
        syntax::for_each_child(each, [&](const Expr& child) { self(self, child); });
      };
      visit(visit, iterable);
      return any;
    };
    for (const Call& call : script_.calls) {
      const syntax::Call* expr =
          call.symbol.is_method("backward") ? uses_.call_at(call.span) : nullptr;
      const auto* at = expr ? uses_.place(*expr).statement : nullptr;
      for (; at; at = uses_.around(*at)) {
        if (at->kind == StmtKind::kFor && over(*as<syntax::For>(*at).iterable)) return true;
      }
    }
    return false;
  }

  // Whether a condition on the number of the process stands above a call.
  bool under_rank(const Call& call) const {
    const syntax::Call* expr = uses_.call_at(call.span);
    if (!expr) return true;
    const auto& place = uses_.place(*expr);
    for (const auto* at = place.statement; at; at = uses_.around(*at)) {
      const Expr* condition = at->kind == StmtKind::kIf      ? as<syntax::If>(*at).condition
                              : at->kind == StmtKind::kWhile ? as<syntax::While>(*at).condition
                                                             : nullptr;
      if (condition && uses_.text(*condition).find("rank") != std::string_view::npos) return true;
    }
    return false;
  }

  // The objects x of x.parameters() in the arguments of an optimizer.
  std::vector<const syntax::Attribute*> trained_by(const Call& optimizer) const {
    std::vector<const syntax::Attribute*> out;
    const syntax::Call* expr = uses_.call_at(optimizer.span);
    if (!expr) return out;
    const auto visit = [&](const auto& self, const Expr& each) -> void {
      if (each.kind == ExprKind::kCall) {
        const Expr* callee = as<syntax::Call>(each).callee;
        if (callee->kind == ExprKind::kAttribute &&
            as<syntax::Attribute>(*callee).name == "parameters")
          out.push_back(&as<syntax::Attribute>(*callee));
      }
      syntax::for_each_child(each, [&](const Expr& child) { self(self, child); });
    };
    for (const syntax::Argument& argument : expr->arguments) visit(visit, *argument.value);
    return out;
  }

  // Whether the walk knows every object that an expression may be, and each is a model that the
  // script makes.
  bool is_model(const syntax::Attribute& parameters) const {
    const Span callee = uses_.span(parameters);
    bool any = false;
    for (const Call& call : script_.calls) {
      if (call.callee != callee) continue;
      if (!call.symbol.is_method("parameters") || !is_made(call.symbol.owner())) return false;
      any = true;
    }
    return any;
  }

  bool is_made(script::Symbol symbol) const {
    script::Symbol maker = symbol.callee();
    while (maker.is_method("to")) maker = maker.owner().callee();
    if (maker.is_inside("torchvision.models")) return true;
    if (maker.is_inside("torch.nn")) return maker.owner() == "torch.nn";
    const auto definition = definition_of(maker, script_, program_.workspace());
    const syntax::Class* node =
        definition ? uses_.class_at(*definition->document, definition->begin) : nullptr;
    return node && uses_.is_module(*node);
  }

  static bool is_named(const Expr& expr) {
    return expr.kind == ExprKind::kName ||
           (expr.kind == ExprKind::kAttribute &&
            last_name(*as<syntax::Attribute>(expr).object) == "self");
  }

  void add(const Expr& model, Span at, Span wrapper) {
    const auto same = [&](const UnsyncedModel& each) { return each.at == at; };
    if (std::none_of(out_.begin(), out_.end(), same))
      out_.push_back({std::string(uses_.text(model)), at, wrapper, first_skipped_});
  }

  void add_unwrapped(const Call& optimizer) {
    for (const syntax::Attribute* parameters : trained_by(optimizer)) {
      const Expr& model = *parameters->object;
      if (!is_named(model) || !is_model(*parameters)) continue;
      const Uses uses = uses_.follow(last_name(model), skipped_);
      if (!uses.escapes && !uses.calls.empty()) add(model, uses_.span(*parameters), {});
    }
  }

  // `ddp = DDP(net)`, and then net(x) or ddp.module(x): the wrapper does not see what is computed.
  void add_bypassed(const Call& wrap) {
    const syntax::Call* call = uses_.call_at(wrap.span);
    const auto& place = uses_.place(*call);
    if (place.parent || place.statement->kind != StmtKind::kAssign || call->arguments.empty())
      return;
    const auto& assign = as<syntax::Assign>(*place.statement);
    if (assign.targets.size() != 1 || !is_named(*assign.targets[0])) return;
    const std::string_view outer = last_name(*assign.targets[0]);
    const Uses wrapped = uses_.follow(outer, {call});
    if (wrapped.escapes || !wrapped.calls.empty() || !only_keeps(wrapped)) return;
    if (is_optimized(wrapped) && add_first(wrapped.inner_calls, wrap)) return;
    const Expr* inner = call->arguments[0].value;
    if (inner->kind == ExprKind::kCall) {  // net.to(device)
      const Expr* callee = as<syntax::Call>(*inner).callee;
      if (callee->kind == ExprKind::kAttribute) inner = as<syntax::Attribute>(*callee).object;
    }
    if (!is_named(*inner) || wrapped.names.count(std::string(last_name(*inner))) != 0) return;
    const Uses bare = uses_.follow(last_name(*inner), {call});
    if (is_optimized(wrapped) || is_optimized(bare)) add_first(bare.calls, wrap);
  }

  // The first of some calls that compute gradients; false if none does.
  bool add_first(const std::vector<const syntax::Call*>& calls, const Call& wrap) {
    const auto first = std::find_if(calls.begin(), calls.end(), [&](const syntax::Call* each) {
      return !placement_.is_without_gradients(*each);
    });
    if (first == calls.end()) return false;
    add(*(*first)->callee, uses_.span(**first), wrap.span);
    return true;
  }

  // Nothing is computed with the wrapper.
  static bool only_keeps(const Uses& uses) {
    constexpr std::string_view kNames[] = {"parameters",
                                           "named_parameters",
                                           "state_dict",
                                           "load_state_dict",
                                           "train",
                                           "eval",
                                           "zero_grad",
                                           "training",
                                           "module.state_dict",
                                           "module.train",
                                           "module.eval",
                                           "module.load_state_dict",
                                           "device",
                                           "buffers",
                                           "module.parameters"};
    return std::all_of(uses.attributes.begin(), uses.attributes.end(),
                       [&](const std::string& each) { return is_one_of(each, kNames); });
  }

  bool is_optimized(const Uses& uses) const {
    return std::any_of(script_.calls.begin(), script_.calls.end(), [&](const Call& call) {
      if (!makes_optimizer(call.symbol)) return false;
      const auto trained = trained_by(call);
      return std::any_of(trained.begin(), trained.end(), [&](const auto* each) {
        const Expr* model = each->object;
        if (last_name(*model) == "module" && model->kind == ExprKind::kAttribute)
          model = as<syntax::Attribute>(*model).object;
        return is_named(*model) && uses.names.count(std::string(last_name(*model))) != 0;
      });
    });
  }

  const Summary& script_;
  const launch::Program& program_;
  const ModelUses& uses_ = program_.get_big<model_uses>();
  const Placement& placement_ = program_.get_big<placement_of>();
  CallSet skipped_;  // the wrappers that the run does not get to
  Span first_skipped_;
  std::vector<UnsyncedModel> out_;
};

// Whether a script trains, and always in a group.
bool trains_in_group(const Summary& script) {
  bool backward = false, step = false;
  for (const Call& call : script.calls) {
    if (!call.point.reached) continue;
    step = step || call.symbol.is_method("step");
    if (!call.symbol.is_method("backward")) continue;
    if (call.point.group != script::OnPaths::kAll) return false;
    backward = true;
  }
  return backward && step && script.builds.empty();
}

// Whether the walk has seen each call that a file names by these words.
bool knows_collectives(const syntax::Document& document, const Summary& script) {
  const std::string_view text = document.source().bytes();
  for (const std::string_view word :
       {"all_reduce", "allreduce", "all_gather", "reduce_scatter", "broadcast(", "broadcast_object",
        "isend", "irecv", "coalesced"}) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      const std::string_view name = word.substr(0, word.find('('));
      const auto offset = static_cast<std::uint32_t>(at);
      const Span place{document.source().id(), offset,
                       offset + static_cast<std::uint32_t>(name.size())};
      const bool called =
          std::any_of(script.calls.begin(), script.calls.end(),
                      [&](const Call& call) { return call.callee.contains(place); });
      if (!called) return false;
    }
  }
  return true;
}

// Those of a run, or of what the script does however it is started.
std::vector<UnsyncedModel> unsynced_in(const Summary& run, const launch::Program& program) {
  const Summary& script = program.summary();
  if (!trains_in_group(run) || !launch::walks_all_imports(script)) return {};
  const auto any = [&](bool (*is_without)(const Call&)) {
    return std::any_of(script.calls.begin(), script.calls.end(), [&](const Call& call) {
      if (is_without(call)) return false;
      return call.point.reached || !launch::is_idle(call.callee, script, program.workspace());
    });
  };
  if (any(moves_no_weights)) return {};
  const bool reduces = any(reduces_nothing);
  for (const syntax::Document* document : program.get<documents_of>()) {
    const std::string_view text = document->source().bytes();
    if (facts::may_exchange(text, facts::Exchange::kGradients) ||
        !knows_collectives(*document, script))
      return {};
    // What is reduced may be made of gradients.
    if (reduces && has_word(text, "grad")) return {};
  }
  return Search(run, program).models();
}

std::vector<UnsyncedModel> unsynced(const launch::Program& program) {
  return unsynced_in(program.summary(), program);
}

}  // namespace

std::vector<UnsyncedModel> unsynced_models(const launch::ProgramFacts& facts) {
  std::vector<UnsyncedModel> out = facts.get<unsynced>();
  for (std::size_t i = 0; out.empty() && i < facts.get_big<launch::known_runs>().size(); ++i)
    out = unsynced_in(*facts.get_big<launch::known_runs>()[i].run, facts.program());
  return out;
}

bool add_unsynced(const launch::ProgramFacts& facts, bool wrapped, ScriptHits& hits) {
  for (const UnsyncedModel& each : facts.get<unsynced_models>()) {
    if (each.wrapper.known() != wrapped || each.wraps_nothing) continue;
    hits.push_back({.at = each.at, .fact = each.at, .name = each.name});
    hits.back().other = wrapped ? each.wrapper : each.skipped;
  }
  return !hits.empty();
}

}  // namespace mmlint::check

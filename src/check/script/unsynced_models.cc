#include "check/script/unsynced_models.h"

#include "base/text.h"
#include "check/script/definition.h"
#include "check/script/exchanges.h"
#include "check/script/joint_training.h"
#include "check/script/loss_flow.h"
#include "check/script/optimizers.h"
#include "check/script/program_syntax.h"
#include "check/script/unshared_samples.h"
#include "launch/known_runs.h"
#include "launch/walked_imports.h"
#include "script/objects.h"
#include "script/symbols.h"

namespace mmlint::check {
using script::Call;
using script::Summary;

namespace {

// A forward pass of the module inside of a DistributedDataParallel, under whatever name it has
// there, whose gradients the wrapper does not see.
struct InnerTraining {
  std::string_view module;  // as it is called, or as a function gets it that calls it
  Span at;                  // the call, or that argument
  Span wrapper;
};

bool is_wrapper(script::Symbol symbol) {
  return symbol == "torch.nn.parallel.DistributedDataParallel";
}

// The argument by which a function gets the module whose call this is; null if that is not written
// as one.
const syntax::Expr* handed_module(const syntax::Call& forward, Span wrapper,
                                  const std::vector<Call>& calls, const ProgramSyntax& syntax) {
  const syntax::Function* function = syntax.place(forward).function;
  if (!function || forward.callee->kind != syntax::ExprKind::kName) return nullptr;
  const auto is_inner = [&](const script::Alternative& each) {
    return each.sites.has(wrapper) && script::path_in_object(each.symbol()) == "module";
  };
  for (const Call& call : calls) {
    const syntax::Call* expr = call.own && call.point.reached ? syntax.call_at(call.span) : nullptr;
    if (!expr || last_name(*expr->callee) != function->name) continue;
    for (const script::Argument& argument : call.arguments) {
      const auto written = std::ranges::find_if(expr->arguments, [&](const auto& each) {
        return argument.span.contains(syntax.span(*each.value));
      });
      if (written != expr->arguments.end() && std::ranges::any_of(argument.value, is_inner))
        return written->value;
    }
  }
  return nullptr;
}

// Returns the forward pass of what a wrapper has inside, which a call is: as it stands, or where a
// function gets the module that calls it.
InnerTraining inner_pass(const Call& forward, Span wrapper, const script::Summary& run,
                         const ProgramSyntax& syntax) {
  const syntax::Call* call = syntax.call_at(forward.span);
  if (!call) return {{}, forward.span, wrapper};
  const syntax::Expr* handed = handed_module(*call, wrapper, run.calls, syntax);
  if (handed) return {syntax.text(*handed), syntax.span(*handed), wrapper};
  return {syntax.text(*call->callee), forward.span, wrapper};
}

// Whether a wrapper itself computes what is trained, and does not only evaluate.
bool computes_gradients(const script::ObjectUses& wrapper) {
  return std::ranges::any_of(wrapper.calls, [](const Call* each) {
    return script::is_forward(*each) && !each->point.no_gradients;
  });
}

// Whether a call computes a loss with the module inside of a wrapper: a forward pass, or a method
// of the module or of a part of it, such as ddp.module.loss(x).
bool is_inner_pass(const Call& call, const LossFlow& losses) {
  if (script::is_inner_forward(call)) return true;
  return script::is_inner_call(call) && !script::computes_nothing(call.symbol.name()) &&
         losses.has(call);
}

// Returns the first inner pass with whose loss a loop trains. The script must never call the
// wrapper, and must not pass the wrapper to code that was not walked.
std::optional<InnerTraining> inner_training(const script::Summary& run,
                                            const script::Objects& objects,
                                            const ProgramSyntax& syntax, const LossFlow& losses) {
  const auto is_with_backward = [&](const syntax::Call& forward) {
    return std::ranges::any_of(run.calls, [&](const Call& call) {
      const syntax::Call* expr =
          call.symbol.is_method("backward") && call.point.reached && call.loops != 0
              ? syntax.call_at(call.span)
              : nullptr;
      return expr && syntax.place(*expr).function == syntax.place(forward).function;
    });
  };
  for (const Call& wrap : run.calls) {
    if (!is_wrapper(wrap.symbol) || !wrap.point.reached || wrap.point.handled) continue;
    const script::ObjectUses uses = objects.uses(wrap.span);
    if (uses.escapes || computes_gradients(uses)) return std::nullopt;
    for (const Call* call : uses.calls) {
      if (!is_inner_pass(*call, losses) || !call->point.reached || call->loops == 0 ||
          call->point.no_gradients)
        continue;
      const syntax::Call* forward = syntax.call_at(call->span);
      if (forward && (is_with_backward(*forward) || losses.has(*call)))
        return inner_pass(*call, wrap.span, run, syntax);
    }
  }
  return std::nullopt;
}

// The first wrapper of a program that stands under a condition that never holds, in a function that
// its runs enter, so that the walk lists no call of it; unknown if there is none.
Span dead_wrapper(const launch::Program& program) {
  const Summary& script = program.summary();
  std::set<std::string_view> names = {"DistributedDataParallel"};
  for (const script::Import& each : script.imports) {
    const std::string_view text = program.workspace().sources().text(each.span);
    const std::size_t as = text.rfind(" as ");
    if (is_wrapper(each.symbol) && as != text.npos) names.insert(text.substr(as + 4));
  }
  for (const syntax::Document* document : program.get<documents_of>()) {
    const std::string_view text = document->source().bytes();
    for (const std::string_view name : names) {
      for (std::size_t at = 0; has_word(text, name, at, &at); at += name.size()) {
        const std::size_t end = at + name.size();
        const Span place{document->source().id(), static_cast<std::uint32_t>(at),
                         static_cast<std::uint32_t>(end)};
        const bool is_call = text.substr(end).starts_with('(') &&
                             line_before(text, at).find_first_of("#'\"") == std::string_view::npos;
        const bool is_listed = std::ranges::any_of(
            script.calls, [&](const Call& call) { return call.callee.contains(place); });
        if (is_call && !is_listed && std::ranges::any_of(script.covered, [&](Span function) {
              return function.contains(place);
            }))
          return place;
      }
    }
  }
  return {};
}

// Looks for the models of one program.
class Search {
 public:
  // `run` is one of the program, or what it does however it is started.
  Search(const Summary& run, const launch::Program& program)
      : script_(run), program_(program), objects_(run) {
    for (const Call& call : program.summary().calls) {
      if (!is_wrapper(call.symbol) || !call.point.reached || objects_.maker(call.span)) continue;
      skipped_.insert(call.span);
      if (!first_skipped_.known()) first_skipped_ = call.callee;
    }
    if (!first_skipped_.known() && !wraps_something()) first_skipped_ = dead_wrapper(program);
  }

  std::vector<UnsyncedModel> models() {
    // A wrapper on any path says that the author wants the processes to train one model.
    if (!wraps_something() && !first_skipped_.known() && !shares_samples()) {
      const Jointly jointly = trains_jointly(program_, script_);
      if (jointly == Jointly::kNo) return {};
      is_likely_ = jointly == Jointly::kLikely;
    }
    for (const Call& call : script_.calls) {
      if (!call.point.reached || script::depends_on_rank(call.point.guard)) continue;
      if (makes_optimizer(call.symbol)) add_unwrapped(call);
      if (is_wrapper(call.symbol) && !call.point.handled) add_bypassed(call);
    }
    if (const auto inner = inner_training(script_, objects_, syntax_, losses_);
        out_.empty() && inner)
      add(*inner);
    if (out_.empty() && !wraps_something() && first_skipped_.known() && all_train())
      out_.push_back({"DistributedDataParallel", first_skipped_, {}, {}, true});
    for (UnsyncedModel& each : out_) each.is_likely = is_likely_;
    return std::move(out_);
  }

 private:
  bool wraps_something() const {
    return std::ranges::any_of(script_.calls, [](const Call& call) {
      return call.point.reached && is_wrapper(call.symbol);
    });
  }

  // Whether no gradients are computed by one rank for itself.
  bool all_train() const {
    return std::ranges::none_of(script_.calls, [](const Call& call) {
      return call.symbol.is_method("backward") && call.point.reached &&
             script::is_of_one_rank(call.point.guard);
    });
  }

  // Whether a loop that trains goes over a loader that gives each process a part of the samples.
  bool shares_samples() const {
    const auto loops = training_loaders(script_);
    return std::ranges::any_of(loops, [](const auto& loaders) {
      return std::ranges::any_of(
          loaders, [](const Call* loader) { return has_distributed_sampler(*loader); });
    });
  }

  // Whether the walk knows every object of which these may be the parameters, and each is a model
  // that the script makes. What is certain of one turn of a loop needs no other turn.
  bool is_model(const Call& parameters) const {
    if (!parameters.object.known()) return false;
    if (is_certain(parameters)) return is_made(parameters.symbol.owner());
    return std::ranges::all_of(script_.calls, [&](const Call& call) {
      return call.span != parameters.span || is_made(call.symbol.owner());
    });
  }

  // Whether each run that trains makes this call with this object.
  bool is_certain(const Call& call) const {
    return call.certain && std::ranges::any_of(script_.calls, [&](const Call& pass) {
             if (!pass.symbol.is_method("backward") || !pass.point.reached) return false;
             return std::ranges::all_of(call.point.guard.conditions(), [&](const auto& each) {
               return pass.point.guard.answer(each.question) == each.holds;
             });
           });
  }

  bool is_made(script::Symbol symbol) const {
    script::Symbol maker = symbol.callee();
    while (maker.is_method("to")) maker = maker.owner().callee();
    if (maker.is_inside("torchvision.models")) return true;
    if (maker.is_inside("torch.nn")) return maker.owner() == "torch.nn";
    const auto definition = definition_of(maker, script_, program_.workspace());
    const syntax::Class* node =
        definition ? syntax_.class_at(*definition->document, definition->begin) : nullptr;
    return node && syntax_.is_module(*node);
  }

  void add(const InnerTraining& found) {
    const auto same = [&](const UnsyncedModel& each) { return each.at == found.at; };
    if (std::ranges::none_of(out_, same))
      out_.push_back({std::string(found.module), found.at, found.wrapper, first_skipped_});
  }

  // Of `net.parameters`: "net".
  std::string_view owner_of(Span attribute) const {
    const std::string_view text = program_.workspace().sources().text(attribute);
    return text.substr(0, text.rfind('.'));
  }

  void add_unwrapped(const Call& optimizer) {
    for (const Call* parameters : parameters_of(optimizer, script_, syntax_)) {
      if (!is_model(*parameters)) continue;
      const auto makers = parameters->object.calls();
      const bool alone = std::ranges::all_of(makers, [&](Span made) {
        const script::ObjectUses uses = objects_.uses(made, skipped_);
        return !uses.escapes && uses.computes();
      });
      if (alone) add({owner_of(parameters->callee), parameters->callee, {}});
    }
  }

  // `ddp = DDP(net)`, and then net(x) or ddp.module(x): the wrapper does not see what is computed.
  void add_bypassed(const Call& wrap) {
    const script::ObjectUses wrapped = objects_.uses(wrap.span);
    if (wrapped.escapes || computes_gradients(wrapped) || !only_keeps(wrapped)) return;
    const bool trains_wrapped = is_optimized(wrap.span);
    const auto is_inner = [&](const Call& each) { return is_inner_pass(each, losses_); };
    if (trains_wrapped && add_first(wrapped.calls, is_inner, wrap)) return;
    for (const Span made : wrapped_by(wrap)) {
      const script::ObjectUses bare = objects_.uses(made, {wrap.span});
      if (trains_wrapped || is_optimized(made)) add_first(bare.calls, script::is_forward, wrap);
    }
  }

  // The calls that make the models which a call wraps: several if it wraps one after the other.
  static std::vector<Span> wrapped_by(const Call& wrap) {
    std::vector<Span> out;
    const script::Argument* module = wrap.argument("module", 0);
    if (!module) return out;
    for (const script::Alternative& each : module->value) {
      const auto makers = each.is_symbol() ? each.sites.calls() : std::span<const Span>();
      out.insert(out.end(), makers.begin(), makers.end());
    }
    const bool is_one = module->value.size() == 1 && out.size() == 1;
    if (!is_one && !wrap.with_each) out.clear();
    return out;
  }

  // The first forward pass that computes gradients; false if none does.
  bool add_first(const std::vector<const Call*>& calls,
                 const std::function<bool(const Call&)>& is_pass, const Call& wrap) {
    const auto first = std::ranges::find_if(
        calls, [&](const Call* each) { return is_pass(*each) && !each->point.no_gradients; });
    if (first == calls.end()) return false;
    add(inner_pass(**first, wrap.span, script_, syntax_));
    return true;
  }

  // Nothing but forward passes is computed with the wrapper; what it has inside may do anything.
  static bool only_keeps(const script::ObjectUses& uses) {
    return std::ranges::all_of(uses.calls, [&](const Call* each) {
      const std::string path = script::path_in_object(each->symbol);
      return path.empty() || path == "forward" || script::is_inner_call(*each) ||
             path.find("()") != path.npos || script::computes_nothing(path);
    });
  }

  // Whether an optimizer trains what a call has made.
  bool is_optimized(Span made) const {
    return std::ranges::any_of(script_.calls, [&](const Call& call) {
      if (!makes_optimizer(call.symbol)) return false;
      const auto trained = parameters_of(call, script_, syntax_);
      return std::ranges::any_of(trained, [&](const Call* each) { return each->object.has(made); });
    });
  }

  const Summary& script_;
  const launch::Program& program_;
  const script::Objects objects_;
  const ProgramSyntax& syntax_ = program_.get_big<program_syntax>();
  const LossFlow losses_{script_, syntax_};
  std::set<Span> skipped_;  // the wrappers that the run does not get to
  Span first_skipped_;
  bool is_likely_ = false;  // UnsyncedModel::is_likely
  std::vector<UnsyncedModel> out_;
};

// Whether a process makes the group and destroys it, and starts no other process that may do so.
bool closes_group(const Summary& script) {
  bool makes = false, destroys = false;
  for (const Call& call : script.calls) {
    if (!call.point.reached) continue;
    makes = makes || script::makes_group(call.symbol);
    destroys = destroys || script::destroys_group(call.symbol);
    if (call.symbol.is_method("spawn") || call.symbol.is_method("start_processes") ||
        call.symbol.is_method("Process"))
      return false;
  }
  return makes && destroys;
}

// Whether a script trains, and always in a group, or always after it has closed the group.
bool trains_in_group(const Summary& script) {
  const bool closes = closes_group(script);
  bool backward = false, step = false;
  for (const Call& call : script.calls) {
    if (!call.point.reached) continue;
    step = step || call.symbol.is_method("step");
    if (!call.symbol.is_method("backward")) continue;
    const auto without = closes ? script::OnPaths::kNone : script::OnPaths::kAll;
    if (call.point.group != script::OnPaths::kAll && call.point.group != without) return false;
    backward = true;
  }
  return backward && step && script.builds.empty();
}

// Those of a run, or of what the script does however it is started.
std::vector<UnsyncedModel> unsynced_in(const Summary& run, const launch::Program& program) {
  if (!trains_in_group(run) || !launch::walks_all_imports(program.summary()) ||
      may_exchange(program, run, facts::Exchange::kGradients))
    return {};
  return Search(run, program).models();
}

std::vector<UnsyncedModel> unsynced(const launch::Program& program) {
  return unsynced_in(program.summary(), program);
}

}  // namespace

std::vector<UnsyncedModel> unsynced_models(const launch::ProgramFacts& facts) {
  std::vector<UnsyncedModel> out = facts.get<unsynced>();
  const auto search = [&](const std::vector<launch::KnownRun>& runs) {
    for (std::size_t i = 0; out.empty() && i < runs.size(); ++i)
      out = unsynced_in(*runs[i].run, facts.program());
  };
  search(facts.get_big<launch::group_runs>());
  if (out.empty())
    search(facts.get_big<launch::started_runs>());  // by mp.spawn, with options of a launch
  return out;
}

bool add_unsynced(const launch::ProgramFacts& facts, bool wrapped, ScriptHits& hits) {
  for (const UnsyncedModel& each : facts.get<unsynced_models>()) {
    if (each.wrapper.known() != wrapped || each.wraps_nothing) continue;
    hits.push_back({.at = each.at, .fact = each.at, .name = each.name});
    hits.back().point.open = each.is_likely;
    hits.back().other = wrapped ? each.wrapper : each.skipped;
  }
  return !hits.empty();
}

}  // namespace mmlint::check

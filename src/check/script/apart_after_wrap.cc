#include "check/script/apart_after_wrap.h"

#include "base/text.h"
#include "check/script/definition.h"
#include "check/script/exchanges.h"
#include "check/script/layers.h"
#include "check/script/program_syntax.h"
#include "launch/known_runs.h"
#include "script/objects.h"

namespace mmlint::check {
namespace {

using script::Call;
using script::Summary;

constexpr std::string_view kWrapper = "torch.nn.parallel.DistributedDataParallel";

// What the wrapper returns.
script::Symbol wrapped() {
  return script::Symbol(kWrapper).result();
}

template <std::size_t kSize>
bool is_among(std::string_view name, const std::array<std::string_view, kSize>& names) {
  return is_in(name, names);
}

// The calls that make wrapped models: those of wrappers, and those that have made what they get.
using Models = std::set<Span>;

Models models_of(const Summary& run) {
  Models out;
  for (const Call& call : run.calls) {
    if (call.symbol != kWrapper) continue;
    out.insert(call.span);
    const script::Argument* model = call.argument("module", 0);
    for (const script::Alternative& each : model ? model->value : script::Alternatives()) {
      const auto made = each.sites.calls();
      out.insert(made.begin(), made.end());
    }
  }
  return out;
}

// Whether each of the calls that may have made an object makes a wrapped model.
bool are_models(const script::Sites& object, const Models& models) {
  const auto calls = object.calls();
  return !calls.empty() &&
         std::ranges::all_of(calls, [&](Span made) { return models.count(made) != 0; });
}

std::string_view last_part(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == path.npos ? path : path.substr(dot + 1);
}

bool has_text(const Summary& script, project::Workspace& workspace, std::string_view word) {
  return std::ranges::any_of(
      script.files, [&](const auto& file) { return contains(workspace.text(file), word); });
}

// Whether a path to a tensor may be that of a buffer, which each forward() of the wrapper sends
// from rank 0 to all; or of a gradient.
bool is_no_parameter(std::string_view path, const Summary& script, project::Workspace& workspace) {
  if (path.find("running_") != path.npos || path.find("num_batches") != path.npos ||
      path.find("grad") != path.npos)
    return true;
  for (const std::string_view part : split(path, '.')) {
    for (const char quote : {'\'', '"'}) {
      const std::string named = std::string("register_buffer(") + quote + std::string(part) + quote;
      if (has_text(script, workspace, named)) return true;
    }
  }
  return false;
}

bool is_initializer(const Call& call) {
  return call.symbol.is_inside("torch.nn.init") && call.symbol.name().ends_with('_');
}

// Whether a method of that name writes the tensor or module that it is called on.
bool is_writing(std::string_view method) {
  constexpr std::array<std::string_view, 5> kOther = {"requires_grad_", "zero_grad", "retain_grad_",
                                                      "detach_", "share_memory_"};
  const bool in_place = method.size() > 1 && method.ends_with('_') && !method.starts_with('_');
  return method == "load_state_dict" || (in_place && !is_among(method, kOther));
}

// The path in a wrapped model of what a call writes; empty if it writes no part of one.
std::string written_by(const Call& call, const Models& models) {
  if (call.own) return {};
  if (is_initializer(call)) {
    const script::Argument* tensor = call.argument("tensor", 0);
    const script::Alternative* one = tensor ? script::only_symbol(tensor->value) : nullptr;
    return one && are_models(one->sites, models) ? script::path_in_object(one->symbol()) : "";
  }
  if (!are_models(call.object, models)) return {};
  std::string path = script::path_in_object(call.symbol);
  return is_writing(last_part(path)) ? std::move(path) : std::string();
}

// Whether what a wrapper returned is taken apart and wrapped again, which sends all anew.
bool wraps_again(const Summary& script) {
  return std::ranges::any_of(script.calls, [](const Call& call) {
    const script::Argument* model = call.symbol == kWrapper ? call.argument("module", 0) : nullptr;
    return model && std::ranges::any_of(model->value, [](const auto& each) {
             return each.symbol().is_from(wrapped());
           });
  });
}

// The methods of that name of the modules of a program.
std::vector<const syntax::Function*> methods_of_modules(std::string_view name,
                                                        const launch::Program& program) {
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  std::vector<const syntax::Function*> out;
  for (const syntax::Class* node : syntax.classes()) {
    if (!syntax.is_module(*node)) continue;
    for (const syntax::Stmt* each : node->body) {
      if (each->kind == syntax::StmtKind::kFunction &&
          syntax::as<syntax::Function>(*each).name == name)
        out.push_back(&syntax::as<syntax::Function>(*each));
    }
  }
  return out;
}

// Whether a method always sets an attribute of its object to a new module with parameters, where
// the program has set it before: self.head = nn.Linear(8, classes)
bool replaces_module(const syntax::Function& method, const launch::Program& program) {
  const Summary& script = program.summary();
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  return std::ranges::any_of(method.body, [&](const syntax::Stmt* each) {
    if (each->kind != syntax::StmtKind::kAssign) return false;
    const auto& assign = syntax::as<syntax::Assign>(*each);
    const bool is_attribute = assign.targets.size() == 1 &&
                              assign.targets[0]->kind == syntax::ExprKind::kAttribute &&
                              syntax.text(*assign.targets[0]).starts_with("self.");
    if (!is_attribute || assign.value->kind != syntax::ExprKind::kCall) return false;
    const Span made = syntax.span(*assign.value);
    const auto maker = std::ranges::find(script.calls, made, &Call::span);
    return maker != script.calls.end() && brings_parameters(*maker, script, program.workspace()) &&
           syntax.sources_of(last_name(*assign.targets[0])).size() > 1;
  });
}

// Whether a call is one of a method of the model in a wrapper that replaces a part of the model.
bool replaces_part(const Call& call, const launch::Program& program) {
  if (!call.symbol.is_from(wrapped())) return false;
  const std::string path = script::path_in_object(call.symbol);
  if (!path.starts_with("module.") || path.find('.', 7) != path.npos) return false;
  const auto methods = methods_of_modules(path.substr(7), program);
  return methods.size() == 1 && replaces_module(*methods.front(), program);
}

// The last call of a run that computes gradients; the number of calls if there is none.
std::size_t last_backward(const Summary& run) {
  for (std::size_t i = run.calls.size(); i-- > 0;) {
    if (run.calls[i].symbol.is_method("backward") && run.calls[i].point.reached) return i;
  }
  return run.calls.size();
}

// How many of a run's calls come up to the last wrapper, which sends all parameters.
std::size_t behind_wrappers(const Summary& run) {
  for (std::size_t i = run.calls.size(); i-- > 0;) {
    if (run.calls[i].symbol == kWrapper && run.calls[i].point.reached) return i + 1;
  }
  return run.calls.size();
}

bool trains(const Summary& run) {
  return last_backward(run) != run.calls.size();
}

// Whether any run of a script may write a part of a wrapped model.
bool may_write_models(const Summary& script) {
  const auto& calls = script.calls;
  return trains(script) && behind_wrappers(script) != calls.size() &&
         std::ranges::any_of(calls, [](const Call& call) {
           return is_initializer(call) || is_writing(call.symbol.name());
         });
}

// The calls of one process that the other does not make.
std::vector<const Call*> own_calls(const Summary& run, const Summary& other) {
  std::set<Span> shared;
  for (const Call& call : other.calls) {
    if (call.point.reached) shared.insert(call.span);
  }
  std::vector<const Call*> out;
  for (const Call& call : run.calls) {
    if (call.point.reached && !shared.contains(call.span)) out.push_back(&call);
  }
  return out;
}

// Averages of weights that all processes load into a wrapped model and that one of them keeps:
// `if rank == 0: average.update(model)`, where update() writes self.shadow in place and all load
// average.shadow. Of these, the call that only one process makes.
const Call* kept_by_one(const Summary& run, const Summary& other, const Models& models,
                        const launch::Program& program) {
  project::Workspace& workspace = program.workspace();
  const auto text = [&](Span at) { return workspace.sources().text(at); };
  const std::vector<const Call*> own = own_calls(run, other);
  for (const Call& load : run.calls) {
    const script::Argument* state = load.argument("state_dict", 0);
    if (!state || load.loops == 0 || !load.point.reached || is_in(&load, own) ||
        last_part(written_by(load, models)) != "load_state_dict")
      continue;
    const std::string_view kept = last_part(text(state->span));
    if (kept.find_first_of("()[]") != kept.npos || kept == text(state->span)) continue;
    const std::string item = "." + std::string(kept) + "[";
    const auto write = std::ranges::find_if(own, [&](const Call* each) {
      return is_writing(each->symbol.name()) && contains(text(each->callee), item);
    });
    if (write == own.end()) continue;
    const ProgramSyntax& syntax = program.get_big<program_syntax>();
    const auto outermost = std::ranges::find_if(own, [&](const Call* each) {
      const syntax::Function* entered = syntax.function_of(*each, run);
      const syntax::Call* expr = syntax.call_at((*write)->span);
      return entered && expr && syntax.place(*expr).function == entered;
    });
    return outermost == own.end() ? *write : *outermost;
  }
  return nullptr;
}

// The paths below wrappers that a run writes.
std::set<Span> writes_of(const Summary& run, const Models& models) {
  std::set<Span> out;
  for (const Call& call : run.calls) {
    if (call.point.reached && !written_by(call, models).empty()) out.insert(call.span);
  }
  return out;
}

// Whether a reachable statement sets an attribute of the model in a wrapper.
bool may_replace(const script::AttributeWrite& store) {
  return store.point.reached && store.symbol.is_from(wrapped()) &&
         script::path_in_object(store.symbol).starts_with("module.");
}

// Returns the place to report for a statement that replaces a part of a wrapped model: the
// statement itself, or the call of its function by the function that wraps the model, which comes
// too late.
ScriptPlace place_of(const script::AttributeWrite& store, const Summary& run,
                     const launch::Program& program) {
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  const ScriptPlace out{store.span, store.span, store.symbol.str(), store.point};
  const std::size_t behind = behind_wrappers(run);
  const syntax::Call* wrap = syntax.call_at(run.calls[behind - 1].span);
  if (!wrap) return out;
  const ProgramSyntax::Place& around = syntax.place(*wrap);
  for (std::size_t i = behind; i < run.calls.size(); ++i) {
    const Call& call = run.calls[i];
    const syntax::Call* expr = call.own && call.point.reached ? syntax.call_at(call.span) : nullptr;
    if (!expr || syntax.place(*expr).function != around.function ||
        syntax.place(*expr).document != around.document)
      continue;
    if (walked_function(call.symbol, run, program.workspace()).contains(store.span))
      return {call.callee, call.span, call.symbol.str(), store.point, call.callee};
  }
  return out;
}

// Returns the statements of replaced_behind_wrapper() in one summary: that of a specialised run, or
// the one for any launch of the script.
std::vector<ScriptPlace> replaced_in(const Summary& script, const launch::Program& program) {
  project::Workspace& workspace = program.workspace();
  std::vector<ScriptPlace> out;
  const script::Objects objects(script);
  for (const script::AttributeWrite& store : script.stores) {
    if (!may_replace(store) || store.point.group != script::OnPaths::kAll) continue;
    const script::Alternative* value = script::only_symbol(store.value);
    const Span* made = value ? value->sites.only() : nullptr;
    const Call* maker = made ? objects.maker(*made) : nullptr;
    const std::size_t at = maker ? static_cast<std::size_t>(maker - script.calls.data()) : 0;
    const bool before =
        maker && at >= behind_wrappers(script) && trains(script) && at < last_backward(script);
    if (before && brings_parameters(*maker, script, workspace))
      out.push_back(place_of(store, script, program));
  }
  const std::size_t training = trains(script) ? last_backward(script) : 0;
  for (std::size_t i = behind_wrappers(script); i < training; ++i) {
    const Call& call = script.calls[i];
    if (call.point.reached && call.point.group != script::OnPaths::kNone &&
        replaces_part(call, program))
      out.push_back({call.callee, call.span, call.symbol.str(), call.point});
  }
  const bool is_sure = !out.empty() && !wraps_again(script) &&
                       !may_exchange(program, script, facts::Exchange::kWeights);
  return is_sure ? out : std::vector<ScriptPlace>();
}

}  // namespace

std::vector<ScriptPlace> written_by_one_rank(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  const Summary& script = program.summary();
  project::Workspace& workspace = program.workspace();
  std::vector<ScriptPlace> out;
  if (!may_write_models(script) || wraps_again(script) ||
      may_exchange(program, script, facts::Exchange::kWeights))
    return out;
  for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
    if (!trains(*each.first) || !trains(*each.second)) continue;
    const auto add = [&](const Call& call) {
      const auto same = [&](const ScriptPlace& known) { return known.fact == call.span; };
      if (std::ranges::none_of(out, same))
        out.push_back({call.callee, call.span, call.symbol.str(),
                       launch::point_in_any_run(call, script), call.callee});
    };
    for (const auto& [run, other] :
         {std::pair(each.first, each.second), {each.second, each.first}}) {
      if (const Call* call = kept_by_one(*run, *other, models_of(*run), program)) add(*call);
    }
    const std::set<Span> first = writes_of(*each.first, models_of(*each.first));
    const std::set<Span> second = writes_of(*each.second, models_of(*each.second));
    const auto is_in_both = [&](Span at) { return first.count(at) != 0 && second.count(at) != 0; };
    const auto has_own = [&](const std::set<Span>& writes) {
      return std::ranges::any_of(writes, [&](Span at) { return !is_in_both(at); });
    };
    if (has_own(first) && has_own(second)) continue;  // each in its own way
    const Summary& run = has_own(first) ? *each.first : *each.second;
    const Models models = models_of(run);
    const std::size_t training = last_backward(run);
    for (std::size_t i = behind_wrappers(run); i < training; ++i) {
      const Call& call = run.calls[i];
      const std::string path = written_by(call, models);
      if (path.empty() || !call.point.reached || is_in_both(call.span) ||
          call.point.group != script::OnPaths::kAll || is_no_parameter(path, script, workspace))
        continue;
      add(call);
    }
  }
  return out;
}

std::vector<ScriptPlace> replaced_behind_wrapper(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  const Summary& script = program.summary();
  std::vector<ScriptPlace> out = replaced_in(script, program);
  if (!out.empty() || std::ranges::none_of(script.stores, may_replace)) return out;
  for (const launch::KnownRun& each : facts.get_big<launch::group_runs>()) {
    out = replaced_in(*each.run, program);
    if (!out.empty()) break;
  }
  return out;
}

}  // namespace mmlint::check

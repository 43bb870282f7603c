// DistributedDataParallel waits for a layer that nothing uses; hits: where it is made.

#include "base/text.h"
#include "check/script/definition.h"
#include "check/script/layers.h"
#include "check/script/predicate.h"
#include "check/script/program_syntax.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"
#include "script/objects.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::OnPaths;
using script::Summary;
using syntax::as;
using syntax::ExprKind;
using syntax::StmtKind;

// Texts of programs that may use layers without their names, that may freeze them, or that tell
// DDP otherwise which parameters it waits for.
bool may_use_all(std::string_view text) {
  for (const char* word :
       {"children(", "modules(", "_modules", "getattr(", "__dict__", "requires_grad", "no_grad_",
        "static_graph", "_ddp_params_and_buffers_to_ignore", "fx.", "vars(", "Join"}) {
    if (text.find(word) != text.npos) return true;
  }
  // A loop over all parameters may add each of them to the loss.
  for (const std::string_view all : {".parameters()", ".named_parameters()"}) {
    for (std::size_t at = text.find(all); at != text.npos; at = text.find(all, at + 1)) {
      const std::size_t line = text.rfind('\n', at);
      const std::size_t begin = line == text.npos ? 0 : line;
      if (text.substr(begin, at - begin).find(" in ") != text.npos) return true;
    }
  }
  return false;
}

// The class of a symbol; null if it is none of the project.
const syntax::Class* class_of(script::Symbol symbol, const Summary& script,
                              project::Workspace& workspace, const ProgramSyntax& syntax) {
  if (!symbol.callee()) return nullptr;
  const auto definition = definition_of(symbol, script, workspace);
  return definition ? syntax.class_at(*definition->document, definition->begin) : nullptr;
}

const syntax::Function* method_of(const syntax::Class& node, std::string_view name) {
  for (const syntax::Stmt* each : node.body) {
    if (each->kind == StmtKind::kFunction && as<syntax::Function>(*each).name == name)
      return &as<syntax::Function>(*each);
  }
  return nullptr;
}

bool is_plain_module(const syntax::Class& node) {
  return node.bases.size() == 1 && last_name(*node.bases.front().value) == "Module" &&
         node.decorators.empty();
}

// Whether an argument is not given, or False.
bool is_off(const script::Argument* argument) {
  const Value* data = argument ? script::only_data(argument->value) : nullptr;
  return !argument || (data && data->kind == Value::Kind::kBool && !data->boolean);
}

// Whether a wrapper waits for the gradients of all parameters.
bool waits_for_all(const Call& call) {
  return call.symbol == "torch.nn.parallel.DistributedDataParallel" && call.point.reached &&
         !call.more && is_off(call.argument("find_unused_parameters", 7)) &&
         is_off(call.argument("static_graph", 10));
}

// The models of the project that such a wrapper gets, where there is a process group on as many
// paths at least, and the wrapper of each.
std::map<script::Symbol, const Call*> waiting_models(const Summary& run, OnPaths group) {
  std::map<script::Symbol, const Call*> out;
  for (const Call& call : run.calls) {
    const bool waits = waits_for_all(call) && call.point.group >= group;
    const script::Argument* model = waits ? call.argument("module", 0) : nullptr;
    const script::Alternative* one = model ? script::only_symbol(model->value) : nullptr;
    if (one && one->symbol().class_of().is(script::Symbol::Kind::kClass))
      out.emplace(one->symbol(), &call);
  }
  return out;
}

// Whether a training loop runs, in which the second turn raises.
bool trains_in_loop(const Summary& script) {
  return std::ranges::any_of(script.calls, [](const Call& call) {
    return call.point.reached && call.loops > 0 && call.symbol.is_method("backward");
  });
}

// The value that an attribute gets, if it gets one: nn.Linear(8, 2) if cfg.head else None
const syntax::Expr& made_in(const syntax::Expr& value) {
  if (value.kind != ExprKind::kConditional) return value;
  return *as<syntax::Conditional>(value).then;
}

// Whether a place is in a comparison with None, which uses nothing.
bool asks_for_none(Span place, const ProgramSyntax& syntax) {
  return std::ranges::any_of(syntax.comparisons(), [&](const syntax::Compare* each) {
    return syntax.span(*each->left).contains(place) && each->rights.size() == 1 &&
           syntax.text(*each->rights.front()) == "None";
  });
}

// The callee of a call, if a place names what it calls, that the run leaves out where it does the
// rest of the function; else unknown.
Span left_out_call(Span place, std::string_view text, const Summary& script, const Summary& run,
                   const ProgramSyntax& syntax) {
  const auto calls_it = [&](const Call& call) { return call.callee.contains(place); };
  const auto ever = std::ranges::find_if(script.calls, calls_it);
  if (std::ranges::any_of(run.calls, calls_it)) return {};
  if (ever == script.calls.end()) {
    const bool is_callee = text.substr(place.end).starts_with('(');
    if (!is_callee || !launch::is_passed_over(place, text, run)) return {};
    Span callee = place;
    const auto is_of_name = [](char c) { return c == '.' || is_name_byte(c); };
    while (callee.begin > 0 && is_of_name(text[callee.begin - 1])) --callee.begin;
    return callee;
  }
  const syntax::Call* left_out = syntax.call_at(ever->span);
  const syntax::Function* function = left_out ? syntax.place(*left_out).function : nullptr;
  const bool does_rest = function && std::ranges::any_of(run.calls, [&](const Call& call) {
                           const syntax::Call* expr = syntax.call_at(call.span);
                           return expr && syntax.place(*expr).function == function;
                         });
  return does_rest ? ever->callee : Span();
}

// Those of a run, or of what the script does however it is started.
std::vector<ScriptPlace> idle_in(const Summary& run, const launch::Program& program) {
  const Summary& script = program.summary();
  project::Workspace& workspace = program.workspace();
  std::vector<ScriptPlace> out;
  const auto models = waiting_models(run, OnPaths::kAll);
  if (models.empty()) return out;
  const auto& documents = program.get<documents_of>();
  if (std::ranges::any_of(documents, [](const syntax::Document* document) {
        return may_use_all(document->source().bytes());
      }))
    return out;
  std::map<FileId, std::string_view> texts;
  for (const syntax::Document* document : documents)
    texts[document->source().id()] = document->source().bytes();
  const auto places_of = [&](std::string_view name) {
    std::vector<Span> places;
    for (const syntax::Document* document : documents) {
      const std::string_view text = document->source().bytes();
      for (std::size_t at = 0; has_word(text, name, at, &at); ++at) {
        const char before = at == 0 ? ' ' : text[at - 1];
        if (before != '.' && before != '\'' && before != '"') continue;  // a variable of that name
        const auto begin = static_cast<std::uint32_t>(at);
        const auto size = static_cast<std::uint32_t>(name.size());
        places.push_back({document->source().id(), begin, begin + size});
      }
    }
    return places;
  };
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  const script::Objects objects(script);
  for (const auto& [model, wrapper] : models) {
    const syntax::Class* node = class_of(model, script, workspace, syntax);
    const syntax::Function* init = node ? method_of(*node, "__init__") : nullptr;
    if (!init || !is_plain_module(*node) || !method_of(*node, "forward")) continue;
    for (const syntax::Stmt* each : init->body) {
      if (each->kind != StmtKind::kAssign) continue;
      const auto& assign = as<syntax::Assign>(*each);
      const bool is_layer =
          assign.targets.size() == 1 && assign.targets[0]->kind == ExprKind::kAttribute;
      if (!is_layer) continue;
      const Call* maker = objects.maker(syntax.span(made_in(*assign.value)));
      if (!maker || !brings_parameters(*maker, script, workspace)) continue;
      const Span at = syntax.span(*assign.targets[0]);
      const std::vector<Span> places = places_of(last_name(*assign.targets[0]));
      std::vector<Span> left_out;
      for (const Span place : places) {
        if (at.contains(place) || asks_for_none(place, syntax)) continue;
        left_out.push_back(left_out_call(place, texts.at(place.file), script, run, syntax));
      }
      if (!std::ranges::all_of(left_out, [](Span callee) { return callee.known(); })) continue;
      out.push_back({.at = left_out.empty() ? at : left_out.front(),
                     .fact = maker->span,
                     .name = std::string(syntax.text(*assign.targets[0])),
                     .point = launch::point_in_any_run(*wrapper, script),
                     .other = wrapper->callee});
    }
  }
  return out;
}

// A fact: where a model of the project gets a layer that nothing in the program ever names again,
// or where it would call a layer, but the run never gets there, where DistributedDataParallel wraps
// that model without find_unused_parameters: its parameters get no gradient, and the second
// forward() raises (torch/csrc/distributed/c10d/reducer.cpp: "Expected to have finished reduction
// in the prior iteration"). Empty if something may use the layers of a model without their names,
// or may freeze them. Of the first known run with such a layer, that of one rank if there is one,
// else however the script is started.
std::vector<ScriptPlace> idle_layers(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  const Summary& script = program.summary();
  if (waiting_models(script, OnPaths::kSome).empty() || !script.builds.empty() ||
      !trains_in_loop(script) || !launch::walks_all_imports(script))
    return {};
  std::vector<const Summary*> runs;
  for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>())
    runs.push_back(each.first.get());
  for (const launch::KnownRun& each : facts.get_big<launch::known_runs>())
    runs.push_back(each.run.get());
  runs.push_back(&script);
  for (const Summary* run : runs) {
    std::vector<ScriptPlace> out = idle_in(*run, program);
    if (!out.empty()) return out;
  }
  return {};
}

}  // namespace

bool idle_layer(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<idle_layers>(), hits);
}

}  // namespace mmlint::check::predicates

// Gradients are averaged, but the first weights differ between ranks; hits: the seeds, or what
// makes the model without one.

#include "base/text.h"
#include "check/script/definition.h"
#include "check/script/exchanges.h"
#include "check/script/layers.h"
#include "check/script/loss_flow.h"
#include "check/script/predicate.h"
#include "check/script/weight_writes.h"
#include "facts/distributed.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"
#include "script/numbers.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

constexpr std::string_view kAllReduce = "torch.distributed.all_reduce";

// torch.nn.Linear, and not torch.nn.functional.relu.
bool makes_layer(script::Symbol symbol) {
  return symbol.owner() == "torch.nn";
}

bool is_seed(script::Symbol symbol) {
  return symbol == "torch.manual_seed" || symbol == "torch.random.manual_seed" ||
         symbol == "torch.seed";
}

// The number that a call gives as a seed in a run, if that is one.
std::optional<std::int64_t> seed_in(const Summary& run, const Call& call) {
  for (const Call& each : run.calls) {
    const script::Argument* seed = each.argument("seed", 0);
    const Value* number = seed ? script::only_data(seed->value) : nullptr;
    if (each.span == call.span && each.point.reached && number &&
        number->kind == Value::Kind::kInt && !number->big)
      return number->integer;
  }
  return std::nullopt;
}

// Whether a seed is another one in each process.
bool differs(const Call& seed, const launch::ProgramFacts& facts) {
  const script::Argument* number = seed.argument("seed", 0);
  if (!number) return false;
  if (std::ranges::all_of(number->value,
                          [](const auto& each) { return script::is_rank(each.symbol()); }))
    return true;
  const bool may_be = std::ranges::any_of(
      number->value, [](const auto& each) { return script::is_rank(each.symbol()); });
  return may_be &&
         std::ranges::any_of(facts.get_big<launch::rank_runs>(), [&](const launch::RankRuns& each) {
           const auto first = seed_in(*each.first, seed);
           const auto second = seed_in(*each.second, seed);
           return first && second && first != second;
         });
}

// What a call of all_reduce changes.
enum class Reduced {
  kGradients,  // those of a model, directly or by a function whose result is copied to them
  kMeasure,    // a tensor that was made for it, such as that of a loss
  kUnknown,    // anything else, such as weights
};

// Whether a text names gradients. Of the parameters in a loop, the walk does not know what they
// are.
bool names_gradients(std::string_view text) {
  return text.find("grad") != text.npos;
}

// Whether a value is certainly a tensor of its own, which shares no memory with another.
bool is_own_tensor(const script::Alternative& each) {
  constexpr std::array<std::string_view, 4> kMakers = {"torch.tensor", "torch.ones", "torch.zeros",
                                                       "torch.full"};
  const script::Symbol maker = each.symbol().callee();
  return maker.is_method("clone") || is_in(maker.text(), kMakers);
}

// What a program does with weights and gradients, as far as its calls show and its text names it.
class Weights {
 public:
  explicit Weights(const launch::Program& program)
      : program_(program), script_(program.summary()), workspace_(program.workspace()) {}

  // Whether some call of all_reduce may change gradients, in any run of the script.
  bool may_reduce_gradients() const {
    return std::ranges::any_of(script_.calls, [&](const Call& call) {
      const script::Argument* tensor =
          call.symbol == kAllReduce ? call.argument("tensor", 0) : nullptr;
      return tensor && (names_gradients(workspace_.sources().text(tensor->span)) ||
                        is_made_of_gradients(call) || is_copied_to_gradients(call));
    });
  }

  // What a call of torch.distributed.all_reduce that the script gets to changes.
  Reduced reduced(const Call& call) const {
    const script::Argument* tensor = call.argument("tensor", 0);
    if (!tensor) return Reduced::kUnknown;
    if (names_gradients(workspace_.sources().text(tensor->span))) return Reduced::kGradients;
    if (!std::ranges::all_of(tensor->value, is_own_tensor))
      return is_made_of_gradients(call) ? Reduced::kGradients : Reduced::kUnknown;
    return is_copied_to_gradients(call) ? Reduced::kGradients : Reduced::kMeasure;
  }

 private:
  // p.grad.copy_(mean(p.grad)) and p.grad = mean(p.grad), where the call stands in mean().
  bool is_copied_to_gradients(const Call& call) const {
    const auto returns_it = [&](Span written) {
      return std::ranges::any_of(script_.calls, [&](const Call& own) {
        return own.own && written.contains(own.span) &&
               walked_function(own.symbol, script_, workspace_).contains(call.span);
      });
    };
    return std::ranges::any_of(script_.calls,
                               [&](const Call& each) {
                                 return each.point.reached && each.symbol.is_method("copy_") &&
                                        names_gradients(workspace_.sources().text(each.callee)) &&
                                        returns_it(each.span);
                               }) ||
           std::ranges::any_of(script_.stores, [&](const auto& each) {
             return each.point.reached && names_gradients(each.symbol.text()) &&
                    returns_it(each.span);
           });
  }
  // Whether what a call reduces is made of gradients of parameters, which its function gets from
  // its callers, and not of the parameters themselves.
  bool is_made_of_gradients(const Call& call) const {
    const auto& documents = program_.get<documents_of>();
    if (std::ranges::none_of(documents, [](const syntax::Document* each) {
          return has_word(each->source().bytes(), "grad");
        }))
      return false;
    const ProgramSyntax& syntax = program_.get_big<program_syntax>();
    const syntax::Call* expr = syntax.call_at(call.span);
    if (!expr || expr->arguments.empty()) return false;
    const Sources sources(script_, syntax, {expr->arguments.front().value});
    bool of_gradients = false;
    for (const syntax::Expr* each : sources.all()) {
      const std::string_view name = last_name(*each);
      const syntax::Expr* around = syntax.place(*each).parent;
      const bool is_given = around && around->kind == syntax::ExprKind::kCall &&
                            each->kind == syntax::ExprKind::kCall &&
                            last_name(*syntax::as<syntax::Call>(*each).callee) == "parameters";
      if (is_given || name == "data" || name == "state_dict" || name == "buffers") return false;
      of_gradients = of_gradients || name == "grad";
    }
    return of_gradients;
  }
  const launch::Program& program_;
  const Summary& script_;
  project::Workspace& workspace_;
};

// A fact: true if each process draws numbers of its own: no file has a word for seeds, for states
// of generators or for weights that are loaded, and none starts processes that share a state.
// PyTorch seeds each process anew (c10::detail::getNonDeterministicRandom).
bool draws_anew(const launch::Program& program) {
  constexpr std::array<std::string_view, 7> kWords = {
      "seed", "set_rng_state", ".load(", "pretrained", "process(", "spawn", "fork"};
  return std::ranges::none_of(program.get<documents_of>(), [&](const auto* document) {
    const std::string text = small_letters(document->source().bytes());
    return std::ranges::any_of(kWords, [&](std::string_view word) { return contains(text, word); });
  });
}

// Returns the callees of torch.manual_seed, or of what makes the model, that give the model
// different initial weights in each process, if the run averages gradients itself.
std::vector<ScriptPlace> other_starts_in(const Summary& run, const launch::ProgramFacts& facts,
                                         const Weights& weights) {
  project::Workspace& workspace = facts.program().workspace();
  const std::set<Span> late = calls_after_training(run);
  std::vector<const Call*> seeds;
  const Call* model = nullptr;  // the first call that makes a part of it
  bool averages = false, trains = false, has_layer = false;
  for (const Call& call : run.calls) {
    const script::Symbol symbol = call.symbol;
    if (!call.point.reached) {
      const bool matters = facts::may_move_values(symbol.text()) || is_seed(symbol);
      if (matters && !launch::is_idle(call.callee, run, workspace)) return {};
      continue;
    }
    if (is_seed(symbol)) {
      // One that is the same in all processes, or that comes when the model is there.
      if (has_layer || call.loops != 0 || call.point.open) return {};
      seeds.push_back(&call);
    }
    has_layer = has_layer || makes_layer(symbol);
    if (!model && brings_parameters(call, run, workspace)) model = &call;
    if (symbol.is_method("backward")) {
      if (call.point.group != script::OnPaths::kAll) return {};
      trains = true;
    }
    if (!facts::may_move_values(symbol.text()) || late.contains(call.span)) continue;
    if (symbol != kAllReduce) return {};
    const Reduced reduced = weights.reduced(call);
    if (reduced == Reduced::kUnknown) return {};
    averages = averages || reduced == Reduced::kGradients;
  }
  std::vector<ScriptPlace> out;
  if (!averages || !trains || !has_layer) return out;
  if (seeds.empty() && model && facts.program().get<draws_anew>())
    out.push_back(
        {model->callee, model->callee, std::string(workspace.sources().text(model->callee)), {}});
  for (const Call* seed : seeds) {
    if (!differs(*seed, facts)) return {};
    out.push_back({seed->callee, seed->callee, "torch.manual_seed", {}});
  }
  return out;
}

// A fact: these callees in the summary for any launch of the script, or else in a run with a
// process group. Averaging only the gradients keeps the differences between the weights;
// DistributedDataParallel sends the weights of rank 0 to all processes. Empty if the script may
// make the weights equal in any way.
std::vector<ScriptPlace> other_starts(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  const auto has = [&](auto test) {
    return std::ranges::any_of(
        script.calls, [&](const Call& call) { return call.point.reached && test(call.symbol); });
  };
  const bool may_average = has([](script::Symbol each) { return each == kAllReduce; });
  if (!may_average || !script.builds.empty() || !launch::walks_all_imports(script)) return {};
  const Weights weights(facts.program());
  if (!weights.may_reduce_gradients()) return {};
  std::vector<ScriptPlace> out = other_starts_in(script, facts, weights);
  if (out.empty()) {
    for (const launch::KnownRun& each : facts.get_big<launch::group_runs>()) {
      out = other_starts_in(*each.run, facts, weights);
      if (!out.empty()) break;
    }
  }
  return out.empty() || facts.program().get<may_set_weights>() ? std::vector<ScriptPlace>() : out;
}

}  // namespace

bool starts_apart(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<other_starts>(), hits);
}

}  // namespace mmlint::check::predicates

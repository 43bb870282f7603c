// The script averages the weights of all processes in a copy, and no model gets the mean; hits: the
// averaging calls.

#include "base/text.h"
#include "check/script/definition.h"
#include "check/script/loss_flow.h"
#include "check/script/predicate.h"
#include "check/script/weight_writes.h"
#include "facts/distributed.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

// parameters_to_vector() copies all parameters into one new tensor
// (torch/nn/utils/convert_parameters.py).
bool makes_copy(script::Symbol symbol) {
  return symbol.is_inside("torch.nn.utils") && symbol.name() == "parameters_to_vector";
}

bool is_copy(const script::Argument& tensor) {
  return !tensor.value.empty() &&
         std::ranges::all_of(tensor.value, [](const script::Alternative& each) {
           return contains(each.symbol().text(), "parameters_to_vector()");
         });
}

// May: a call writes values of another tensor into a tensor.
bool writes_in_place(const Call& call) {
  constexpr std::array<std::string_view, 6> kOther = {
      "clip_grad_norm_", "clip_grad_value_", "detach_", "div_", "mul_", "requires_grad_"};
  const std::string_view name = call.symbol.name();
  return name.ends_with('_') && !name.starts_with('_') && !is_in(name, kOther) &&
         !call.symbol.is_inside("torch.nn.init");
}

// May: a file of the program sets weights in a way that the recorded calls do not show.
bool may_set_parts(const launch::Program& program) {
  constexpr std::array<std::string_view, 6> kWords = {
      "Parameter(", "_foreach_copy_", "_parameters[", "[:]", ".data[", "swap_tensors"};
  return std::ranges::any_of(program.get<documents_of>(), [&](const auto* document) {
    const std::string_view text = document->source().bytes();
    return std::ranges::any_of(kWords, [&](auto word) { return contains(text, word); });
  });
}

using Functions = std::set<const syntax::Function*>;

// May: a call runs one of these functions. A call of an object may run any method of its class.
bool may_run(const Call& call, const Functions& functions, const Summary& run,
             const launch::Program& program) {
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  if (!call.symbol.is_instance()) return functions.contains(syntax.function_of(call, run));
  const auto definition = definition_of(call.symbol, run, program.workspace());
  const syntax::Class* node =
      definition ? syntax.class_at(*definition->document, definition->begin) : nullptr;
  return std::ranges::any_of(
      functions, [&](const auto* each) { return node && syntax.around(*each) == node; });
}

// May: a loss depends on a copy, or on the result of a function that makes a copy.
bool is_in_loss(const Summary& run, const launch::Program& program) {
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  const LossFlow losses(run, syntax);
  Functions makers;
  for (std::size_t before = 0; before == 0 || makers.size() != before;) {
    before = makers.size();
    for (const Call& call : run.calls) {
      const syntax::Call* expr = syntax.call_at(call.span);
      const bool makes = makes_copy(call.symbol) || may_run(call, makers, run, program);
      if (!expr || !makes) continue;
      if (losses.has(call)) return true;
      if (syntax.place(*expr).function) makers.insert(syntax.place(*expr).function);
    }
    if (makers.empty()) break;
  }
  return false;
}

// Returns the calls of dropped_means() in one summary: that of a specialised run, or the one for
// any launch of the script.
std::vector<ScriptPlace> dropped_in(const Summary& run, const launch::Program& program) {
  std::vector<ScriptPlace> out;
  bool trains = false;
  for (const Call& call : run.calls) {
    const bool moves = facts::may_move_values(call.symbol.text());
    if (!call.point.reached) {
      if (moves && !launch::is_idle(call.callee, run, program.workspace())) return {};
      continue;
    }
    if (call.symbol.is_method("backward")) {
      if (call.point.group != script::OnPaths::kAll) return {};
      trains = true;
    }
    if (writes_in_place(call)) return {};
    if (!moves) continue;
    const script::Argument* tensor = call.argument("tensor", 0);
    if (call.symbol != "torch.distributed.all_reduce" || !tensor || !is_copy(*tensor)) return {};
    out.push_back({call.callee, call.span, call.symbol.str(), call.point});
  }
  const bool is_dropped = trains && !out.empty() && !is_in_loss(run, program);
  return is_dropped ? out : std::vector<ScriptPlace>();
}

// A fact: the calls that average weights in a copy that no model gets. Empty if anything else may
// synchronise the weights or the gradients of the processes.
std::vector<ScriptPlace> dropped_means(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  const Summary& script = program.summary();
  const bool may_drop = std::ranges::any_of(
      script.calls, [](const Call& call) { return call.point.reached && makes_copy(call.symbol); });
  if (!may_drop || !script.builds.empty() || !launch::walks_all_imports(script) ||
      may_set_parts(program) || program.get<may_set_weights>())
    return {};
  std::vector<ScriptPlace> out = dropped_in(script, program);
  if (!out.empty()) return out;
  for (const launch::KnownRun& each : facts.get_big<launch::group_runs>()) {
    out = dropped_in(*each.run, program);
    if (!out.empty()) break;
  }
  return out;
}

}  // namespace

bool drops_mean(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<dropped_means>(), hits);
}

}  // namespace mmlint::check::predicates

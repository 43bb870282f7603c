// Gradients are averaged, but the first weights differ between ranks; hits: the seeds.

#include <algorithm>
#include <string_view>

#include "check/script/predicate.h"
#include "check/script/weight_texts.h"
#include "facts/distributed.h"
#include "launch/programs.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"
#include "script/numbers.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

// torch.nn.Linear, and not torch.nn.functional.relu.
bool makes_layer(script::Symbol symbol) {
  return symbol.owner() == "torch.nn";
}

bool is_seed(script::Symbol symbol) {
  return symbol == "torch.manual_seed" || symbol == "torch.random.manual_seed" ||
         symbol == "torch.seed";
}

// Whether a seed is another one in each process.
bool differs(const Call& seed) {
  const script::Argument* number = seed.argument("seed", 0);
  return number && std::all_of(number->value.begin(), number->value.end(),
                               [](const auto& each) { return script::is_rank(each.symbol()); });
}

// A fact: the callees of torch.manual_seed that give the model of a script other first weights in
// each process, where the script averages gradients itself. DistributedDataParallel sends the
// weights of rank 0 to all when it is made; an average of gradients alone keeps the weights as far
// apart as they were. Empty if the script may make the weights equal in any way.
std::vector<ScriptPlace> other_starts(const launch::Program& program) {
  const Summary& script = program.summary();
  project::Workspace& workspace = program.workspace();
  std::vector<ScriptPlace> seeds;
  const WeightTexts texts(script, workspace);
  bool averages = false, trains = false, has_layer = false;
  if (!script.builds.empty()) return seeds;
  for (const Call& call : script.calls) {
    const script::Symbol symbol = call.symbol;
    if (!call.point.reached) {
      const bool matters = facts::may_move_values(symbol.text()) || is_seed(symbol);
      if (matters && !launch::is_idle(call.callee, script, workspace)) return {};
      continue;
    }
    if (is_seed(symbol)) {
      // One that is the same in all processes, or that comes when the model is there.
      if (has_layer || call.loops != 0 || call.point.open || !differs(call)) return {};
      seeds.push_back({call.callee, call.callee, "torch.manual_seed", {}});
    }
    has_layer = has_layer || makes_layer(symbol);
    if (symbol.is_method("backward")) {
      if (call.point.group != script::OnPaths::kAll) return {};
      trains = true;
    }
    if (!facts::may_move_values(symbol.text())) continue;
    if (symbol != "torch.distributed.all_reduce") return {};
    const Reduced reduced = texts.reduced(call);
    if (reduced == Reduced::kUnknown) return {};
    averages = averages || reduced == Reduced::kGradients;
  }
  if (seeds.empty() || !averages || !trains || !has_layer || !launch::walks_all_imports(script))
    return {};
  return texts.may_set_weights() ? std::vector<ScriptPlace>() : seeds;
}

}  // namespace

bool starts_apart(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<other_starts>(), hits);
}

}  // namespace mmlint::check::predicates

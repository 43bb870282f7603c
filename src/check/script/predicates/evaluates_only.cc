// A script computes with its models only to evaluate them: nothing in it computes gradients or
// changes weights.

#include "check/script/predicate.h"
#include "script/objects.h"
#include "script/symbols.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;

bool is_of_training(const Call& call) {
  const script::Symbol symbol = call.symbol;
  return symbol.is_method("backward") || symbol.is_method("step") || symbol.is_method("fit") ||
         symbol.is_inside("torch.optim") || symbol.is_inside("torch.autograd");
}

}  // namespace

bool evaluates_only(const script::Summary& script, const launch::ProgramFacts&, ScriptHits&) {
  constexpr std::size_t kMostWrappers = 16;
  if (!script.complete || script.skips || !script.builds.empty()) return false;
  std::vector<Span> wrappers;
  bool computes = false, is_told = false, without_gradients = true;
  for (const Call& call : script.calls) {
    if (!call.point.reached) continue;
    if (is_of_training(call)) return false;
    if (script::wraps_for_group(call.symbol)) wrappers.push_back(call.span);
    is_told = is_told || call.symbol.is_method("eval");
    if (!script::is_forward(call)) continue;
    computes = true;
    without_gradients = without_gradients && call.point.no_gradients;
  }
  if (!computes || !(is_told || without_gradients) || wrappers.size() > kMostWrappers) return false;
  // Other code may train a model that it gets.
  const script::Objects objects(script);
  return std::ranges::none_of(wrappers, [&](Span made) { return objects.uses(made).escapes; });
}

}  // namespace mmlint::check::predicates

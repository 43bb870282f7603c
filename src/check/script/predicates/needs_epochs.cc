// A DistributedSampler that training uses shuffles in an order that only its epoch changes; hits:
// where it is made. The order in which an evaluation goes through its samples does not matter.

#include "check/script/drifting_steps.h"
#include "check/script/unshared_samples.h"
#include "script/objects.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;

// The calls that may have made the samplers of loaders.
std::set<const Call*> samplers_of(const std::vector<std::vector<const Call*>>& loops,
                                  const script::Objects& objects) {
  std::set<const Call*> out;
  for (const std::vector<const Call*>& loaders : loops) {
    for (const Call* loader : loaders) {
      const script::Argument* sampler = sampler_of(*loader);
      for (const auto& each : sampler ? sampler->value : script::Alternatives()) {
        const std::vector<const Call*> makers = objects.makers(each);
        out.insert(makers.begin(), makers.end());
      }
    }
  }
  return out;
}

}  // namespace

bool needs_epochs(const script::Summary& script, const launch::ProgramFacts&, ScriptHits& hits) {
  const script::Objects objects(script);
  const auto trained = samplers_of(training_loaders(script), objects);
  const auto evaluated = samplers_of(evaluation_loaders(script), objects);
  std::vector<ScriptPlace> out;
  for (const Call& call : script.calls) {
    if (!call.symbol.is_method("DistributedSampler") || !check::shuffles_by_epoch(call)) continue;
    const bool evaluates = call.point.no_gradients || evaluated.contains(&call);
    if (!evaluates || trained.contains(&call))
      out.push_back({call.callee, call.span, call.symbol.str(), call.point});
  }
  return add_places(out, hits);
}

}  // namespace mmlint::check::predicates

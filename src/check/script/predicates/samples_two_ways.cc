// A DataLoader is given a sampler and shuffle=True, which it refuses (torch/utils/data/
// dataloader.py, DataLoader.__init__); hits: shuffle.

#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool samples_two_ways(const script::Summary& script, const launch::ProgramFacts&,
                      ScriptHits& hits) {
  std::vector<ScriptPlace> places;
  for (const script::Call& call : script.calls) {
    if (call.symbol != "torch.utils.data.DataLoader") continue;
    const script::Argument* shuffle = call.argument("shuffle", 2);
    const script::Argument* sampler = call.argument("sampler", 3);
    const Value* shuffles = shuffle ? script::only_data(shuffle->value) : nullptr;
    if (!sampler || !shuffles || shuffles->kind != Value::Kind::kBool || !shuffles->boolean)
      continue;
    for (const script::Alternative& each : sampler->value) {
      if (!each.symbol().text().ends_with("Sampler()")) continue;
      script::ProgramPoint point = call.point;
      if (point.guard.add(each.guard))
        places.push_back({shuffle->value.front().at, call.span, call.symbol.str(), point});
    }
  }
  return add_places(places, hits);
}

}  // namespace mmlint::check::predicates

#include "script/training.h"

#include <algorithm>
#include <string_view>

#include "script/symbols.h"

namespace mmlint::script {
namespace {

// DataParallel speeds up a model that is only timed or evaluated, too.
bool is_wrapper_for_cards(const Call& call) {
  const std::string_view symbol = call.symbol;
  return symbol.ends_with(".DataParallel") || symbol.ends_with(".MMDataParallel");
}

bool is_training(const Call& call) {
  const bool wraps = call.symbol.ends_with("DataParallel") && !is_wrapper_for_cards(call);
  return wraps || call.symbol == "<runner>.train" || call.symbol.ends_with("Trainer().train") ||
         call.symbol.ends_with("Trainer().fit");
}

// A call that belongs to training and not to the benchmark of a layer, which calls backward() too.
bool is_beside_training(const Call& call) {
  const std::string_view symbol = call.symbol;
  return symbol.ends_with(".step") || symbol.ends_with(".zero_grad") ||
         symbol.starts_with("torch.optim.") || symbol.starts_with("torch.utils.data.") ||
         makes_group(symbol);
}

}  // namespace

bool trains(const Summary& script) {
  const auto reaches = [&](const auto& test) {
    return std::any_of(script.calls.begin(), script.calls.end(),
                       [&](const Call& call) { return call.point.reached && test(call); });
  };
  const auto is_backward = [](const auto& call) { return call.symbol.ends_with(".backward"); };
  const auto is_optimizing = [&](const auto& call) {
    const std::string_view symbol = call.symbol;
    return is_backward(call) || symbol.ends_with(".step") || symbol.starts_with("torch.optim.");
  };
  return reaches(is_training) || (reaches(is_wrapper_for_cards) && reaches(is_optimizing)) ||
         (reaches(is_backward) && reaches(is_beside_training)) ||
         std::any_of(script.builds.begin(), script.builds.end(),
                     [&](const auto& build) { return script.calls[build.call].point.reached; });
}

}  // namespace mmlint::script

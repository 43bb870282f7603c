#include "script/walk_calls.h"

// Models of the project inside DistributedDataParallel.
namespace mmlint::script {

namespace {

constexpr std::string_view kWrapper = "torch.nn.parallel.DistributedDataParallel";

// Returns the attribute of the state that stores the model of a wrapper. `wrapper`: the call that
// makes the wrapper.
Symbol model_in(Span wrapper) {
  return Symbol::mark("wrapped").attribute(
      std::to_string(static_cast<std::uint32_t>(wrapper.file)) + ":" +
      std::to_string(wrapper.begin));
}

}  // namespace

void keep_model(Walk& walk, Symbol wrapper, const Givens& given, Span at, State& state) {
  if (wrapper != kWrapper || given.empty() || given.front().stars != 0) return;
  const Alternative* model = only_symbol(given.front().value);
  if (model && model->symbol().is_instance() && walk.program.class_of(model->symbol()))
    state.attributes.set(model_in(at), given.front().value);
}

void forward_inside(Walk& walk, const Alternative& wrapper, const Givens& given, State& state) {
  if (wrapper.symbol().callee() != kWrapper) return;
  const Span* made = wrapper.sites.only();
  const Alternatives* known = made ? state.attributes.find(model_in(*made)) : nullptr;
  const Alternative* model = known ? only_symbol(*known) : nullptr;
  if (model) call_method(walk, Alternative(*model), "forward", given, state);
}

}  // namespace mmlint::script

// The training loop counts iterations, and a parameter scheduler or the CheckpointHook counts
// epochs, as all do by default (mmengine/optim/scheduler/param_scheduler.py, mmengine/hooks/
// checkpoint_hook.py); values: these dicts.
// keys: train_cfg, param_scheduler, param_scheduler.*, default_hooks.checkpoint

#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

bool is_true(const Value* value) {
  return value && truth_of(*value) == true;
}

bool counts_iterations(const Value& root) {
  const Value* loop = root.dict().get("train_cfg");
  if (!loop || loop->kind != Value::Kind::kDict) return false;
  const Value* type = loop->dict().get("type");
  if (type) {
    const bool is_name =
        type->kind == Value::Kind::kString || type->kind == Value::Kind::kReference;
    return is_name &&
           (type->text() == "IterBasedTrainLoop" || type->text().ends_with(".IterBasedTrainLoop"));
  }
  const Value* by_epoch = loop->dict().get("by_epoch");
  return by_epoch && truth_of(*by_epoch) == false;
}

// Whether a dict leaves `by_epoch` to its default, or sets it.
bool counts_epochs(const Value& dict) {
  const Value* by_epoch = dict.dict().get("by_epoch");
  return dict.dict().get("type") && (!by_epoch || is_true(by_epoch));
}

}  // namespace

Answer epochs_among_iterations(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  const Value& root = view.root();
  if (!counts_iterations(root)) return Answer::kNo;
  const auto add = [&hits](const Value& dict, std::string key, const Entry* entry) {
    if (counts_epochs(dict) && !is_true(dict.dict().get("convert_to_iter_based")))
      hits.push_back({std::move(key), {&dict, entry, false}});
  };
  if (const Entry* schedulers = root.dict().find("param_scheduler")) {
    add(*schedulers->value, "param_scheduler", schedulers);
    const auto items = schedulers->value->items();
    for (std::size_t i = 0; i < items.size(); ++i)
      add(*items[i], fmt::format("param_scheduler[{}]", i), nullptr);
  }
  const FoundValue hook = value_at(root, "default_hooks.checkpoint");
  if (hook.value && hook.value->kind == Value::Kind::kDict)
    add(*hook.value, "default_hooks.checkpoint", hook.entry);
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

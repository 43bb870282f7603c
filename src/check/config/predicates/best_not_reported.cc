// A hook or a scheduler reads a result that no metric of val_evaluator can report, and raises: the
// CheckpointHook for save_best (mmengine/hooks/checkpoint_hook.py), ReduceOnPlateauParamScheduler
// for monitor (mmengine/optim/scheduler/param_scheduler.py); values: the name of the result.
// keys: default_hooks.checkpoint, val_evaluator, param_scheduler

#include "check/config/metrics.h"
#include "check/config/own_classes.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

// Calls visit for each scheduler of param_scheduler: a dict, a list, or a dict of these by
// optimizer.
void for_each_scheduler(const std::string& key, const Value& value,
                        const std::function<void(const std::string&, const Value&)>& visit) {
  if (value.dict().get("type")) {
    visit(key, value);
    return;
  }
  const auto items = value.items();
  for (std::size_t i = 0; i < items.size(); ++i)
    for_each_scheduler(append_index(key, i), *items[i], visit);
  for (const Entry& each : value.dict().entries())
    for_each_scheduler(fmt::format("{}.{}", key, each.key->text()), *each.value, visit);
}

bool is_on_plateau(const Value& scheduler) {
  const Value* type = scheduler.dict().get("type");
  return is_of_mmengine(type, "ReduceOnPlateauLR") ||
         is_of_mmengine(type, "ReduceOnPlateauMomentum") ||
         is_of_mmengine(type, "ReduceOnPlateauParamScheduler");
}

}  // namespace

Answer best_not_reported(const ConfigView& view, const FileSystem& files, std::vector<Hit>& hits) {
  std::vector<Hit> asked;
  for (const auto& [key, hook] : hooks_of(view.root(), "CheckpointHook"))
    add_names(key, *hook, "save_best", asked);
  const Value* schedulers = view.root().dict().get("param_scheduler");
  // What steps the schedulers; a config may replace it, or leave it out by None.
  const Value* stepper = value_at(view.root(), "default_hooks.param_scheduler").value;
  const bool steps = !stepper || is_of_mmengine(stepper->dict().get("type"), "ParamSchedulerHook");
  if (schedulers && steps) {
    for_each_scheduler(
        "param_scheduler", *schedulers, [&](const std::string& key, const Value& one) {
          // In its steps from `begin` to `end` only.
          if (is_on_plateau(one) && !one.dict().get("begin") && !one.dict().get("end"))
            add_names(key, one, "monitor", asked);
        });
  }
  hits = unreported(std::move(asked), view, files);
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

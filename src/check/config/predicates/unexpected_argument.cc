// A key that a class of MMEngine or an optimizer of PyTorch does not take, or a function that the
// Runner calls with a dict (mmengine/registry/build_functions.py); values: of these keys.
// captures: class
// keys: optim_wrapper.*, optim_wrapper.optimizer.*, param_scheduler.*, param_scheduler.*.*
// keys: param_scheduler.*.*.*, default_hooks.*.*, custom_hooks.*.*, train_dataloader.*
// keys: train_dataloader.sampler.*, val_dataloader.*, val_dataloader.sampler.*, test_dataloader.*
// keys: test_dataloader.sampler.*, log_processor.*, visualizer.*, visualizer.vis_backends.*.*
// keys: randomness.*, env_cfg.mp_cfg.*

#include "check/config/built.h"
#include "check/config/predicate.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {

Answer unexpected_argument(const ConfigView& view, const FileSystem& files, std::vector<Hit>& hits) {
  const auto find = [](const Built& built, std::vector<Hit>& out) {
    for (const Entry& each : built.dict.value->dict().entries()) {
      if (each.key->kind != Value::Kind::kString || built.takes(each.key->text())) continue;
      out.push_back({append_key(built.key, *each.key), {each.value, &each, false}});
      out.back().captures["class"] = built.name;
    }
  };
  find_in_built(view, files, find, hits);
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

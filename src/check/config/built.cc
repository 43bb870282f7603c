#include "check/config/built.h"

#include "base/text.h"
#include "check/config/own_classes.h"
#include "facts/libraries.h"
#include "value/key_path.h"

namespace mmlint::check {
namespace {

using Names = std::span<const std::string_view>;

// Where MMEngine builds something from a dict (mmengine/runner/runner.py).
struct Location {
  std::string_view key;       // a pattern
  std::string_view package;   // of the classes that a `type` may name here
  std::string_view callable;  // what is called if there is no type
  Names given;
};

constexpr std::string_view kOptimizer[] = {"params"};
constexpr std::string_view kWrapper[] = {"optimizer", "constructor", "paramwise_cfg"};
constexpr std::string_view kScheduler[] = {"optimizer", "epoch_length", "convert_to_iter_based"};
constexpr std::string_view kHook[] = {"priority"};
constexpr std::string_view kSampler[] = {"dataset", "seed"};
constexpr std::string_view kLoader[] = {"dataset", "num_batch_per_epoch",
                                        "disable_subprocess_warning"};
constexpr std::string_view kVisualizer[] = {"name", "save_dir"};
constexpr std::string_view kBackend[] = {"save_dir"};
constexpr std::string_view kProcesses[] = {"distributed"};

constexpr std::string_view kDataLoader = "torch.utils.data.DataLoader";
constexpr Location kLocations[] = {
    {"optim_wrapper", "mmengine.optim", "mmengine.optim.OptimWrapper", kWrapper},
    {"optim_wrapper.optimizer", "torch.optim", "", kOptimizer},
    {"param_scheduler", "mmengine.optim", "", kScheduler},
    {"param_scheduler.*", "mmengine.optim", "", kScheduler},
    {"param_scheduler.*.*", "mmengine.optim", "", kScheduler},
    {"default_hooks.*", "mmengine.hooks", "", kHook},
    {"custom_hooks.*", "mmengine.hooks", "", kHook},
    {"train_dataloader", "", kDataLoader, kLoader},
    {"train_dataloader.sampler", "mmengine.dataset", "", kSampler},
    {"val_dataloader", "", kDataLoader, kLoader},
    {"val_dataloader.sampler", "mmengine.dataset", "", kSampler},
    {"test_dataloader", "", kDataLoader, kLoader},
    {"test_dataloader.sampler", "mmengine.dataset", "", kSampler},
    {"log_processor", "mmengine.runner", "mmengine.runner.LogProcessor", {}},
    {"visualizer", "mmengine.visualization", "", kVisualizer},
    {"visualizer.vis_backends.*", "mmengine.visualization", "", kBackend},
    {"randomness", "", "mmengine.runner.set_randomness", {}},
    {"env_cfg.mp_cfg", "", "mmengine.utils.set_multi_processing", kProcesses},
};

// May: a package of OpenMMLab registers a class of its own under this name of MMEngine's.
constexpr std::string_view kRedefined[] = {"ConstantLR", "IterTimerHook", "Visualizer"};

// Must: a name without a package means MMEngine's class in the scope of the config.
bool is_found_in_mmengine(const ConfigView& view, std::string_view name, const FileSystem& files) {
  const Value* scope = view.root().dict().get("default_scope");
  if (!scope || scope->kind == Value::Kind::kNone || scope->is_string("mmengine")) return true;
  if (scope->kind != Value::Kind::kString || is_in(name, kRedefined)) return false;
  return facts::distribution_of(scope->text()) ||
         (view.modules && view.modules->module_of(*view.config, scope->text(), files));
}

std::string_view last_part(std::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);
}

// Returns the name of a row for a dict at a location; empty if its type is of another package.
std::string callable_of(const Location& at, const Dict& dict) {
  const Value* type = dict.get("type");
  if (!type) return std::string(at.callable);
  const bool is_name = type->kind == Value::Kind::kString || type->kind == Value::Kind::kReference;
  if (!is_name || at.package.empty()) return {};
  const std::string_view text = type->text();
  const bool is_of_torch = at.package == "torch.optim" && text.starts_with("torch.optim.");
  if (contains(text, ".") && !text.starts_with("mmengine.") && !is_of_torch) return {};
  return fmt::format("{}.{}", at.package, last_part(text));
}

// Must: the `type` means the class that callable_of() has found.
bool is_certain(const ConfigView& view, const Dict& dict, const FileSystem& files) {
  const Value* scope = dict.get("_scope_");
  if (scope && !scope->is_string("mmengine")) return false;
  const Value* type = dict.get("type");
  if (!type || contains(type->text(), ".")) return true;
  return is_found_in_mmengine(view, type->text(), files) && !own_class(view, type, files);
}

// May: something of the project or of another package is in between: a constructor, or a loop with
// its dataloader.
bool is_built_otherwise(const Value& root, std::string_view key) {
  const auto is_other = [&](const char* at, std::initializer_list<std::string_view> names) {
    const Value* type = value_at(root, at).value;
    return type && std::ranges::none_of(
                       names, [&](std::string_view name) { return is_of_mmengine(type, name); });
  };
  if (key.starts_with("optim_wrapper"))
    return is_other("optim_wrapper.constructor", {"DefaultOptimWrapperConstructor"});
  if (key.starts_with("train_dataloader"))
    return is_other("train_cfg.type", {"EpochBasedTrainLoop", "IterBasedTrainLoop"});
  if (key.starts_with("val_dataloader")) return is_other("val_cfg.type", {"ValLoop"});
  return key.starts_with("test_dataloader") && is_other("test_cfg.type", {"TestLoop"});
}

}  // namespace

bool Built::takes(std::string_view argument) const {
  constexpr std::string_view kOfAll[] = {"type", "_scope_", "_delete_"};
  return is_in(argument, parameters.names) || is_in(argument, given) || is_in(argument, kOfAll);
}

void find_in_built(const ConfigView& view, const FileSystem& files,
                   const std::function<void(const Built&, std::vector<Hit>&)>& find,
                   std::vector<Hit>& hits) {
  if (view.partial) return;
  static const auto parts = [] {
    std::vector<std::vector<std::string_view>> out;
    for (const Location& each : kLocations) out.push_back(key_parts(each.key));
    return out;
  }();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Location& at = kLocations[i];
    if (!view.root().dict().find(parts[i].front())) continue;
    for_each_match(view.root(), parts[i], [&](const std::string& key, const FoundValue& found) {
      if (!found.value || found.value->kind != Value::Kind::kDict) return;
      const Dict& dict = found.value->dict();
      const std::string callable = callable_of(at, dict);
      const facts::Parameters* parameters = facts::parameters_of(callable);
      if (!parameters || is_built_otherwise(view.root(), key)) return;
      const std::size_t before = hits.size();
      find({key, found, last_part(callable), *parameters, at.given}, hits);
      if (hits.size() > before && !is_certain(view, dict, files)) hits.resize(before);
    });
  }
}

}  // namespace mmlint::check

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
  std::string_view callable;  // what is called if there is no type, with its package
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

// Returns the package and the name of what a dict at a location is given to; no name if its type is
// of another package.
std::pair<std::string_view, std::string_view> callable_of(const Location& at, const Dict& dict) {
  const Value* type = dict.get("type");
  if (!type && at.callable.empty()) return {};
  if (!type) return {at.callable.substr(0, at.callable.rfind('.')), last_part(at.callable)};
  const bool is_name = type->kind == Value::Kind::kString || type->kind == Value::Kind::kReference;
  if (!is_name || at.package.empty()) return {};
  const std::string_view text = type->text();
  const bool is_of_torch = at.package == "torch.optim" && text.starts_with("torch.optim.");
  if (contains(text, ".") && !text.starts_with("mmengine.") && !is_of_torch) return {};
  return {at.package, last_part(text)};
}

// The locations at a top-level key and below, with the parts of their keys.
struct LocationsOfKey {
  std::string_view key;
  std::vector<std::pair<const Location*, std::vector<std::string_view>>> locations;
};

std::vector<LocationsOfKey> locations() {
  std::vector<LocationsOfKey> out;
  for (const Location& each : kLocations) {
    std::vector<std::string_view> parts = key_parts(each.key);
    if (out.empty() || out.back().key != parts.front()) out.push_back({parts.front(), {}});
    out.back().locations.emplace_back(&each, std::move(parts));
  }
  return out;
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

const std::string* Built::missing() const {
  const std::span required(parameters.names.data(), parameters.required);
  const auto found = std::ranges::find_if(required, [&](const std::string& argument) {
    return !is_in(argument, given) && !dict.value->dict().find(argument);
  });
  return found == required.end() ? nullptr : &*found;
}

bool Built::fits() const {
  return !missing() && std::ranges::all_of(dict.value->dict().entries(), [&](const Entry& each) {
    return each.key->kind != Value::Kind::kString || takes(each.key->text());
  });
}

void find_in_built(const ConfigView& view, const FileSystem& files,
                   const std::function<void(const Built&, std::vector<Hit>&)>& find,
                   std::vector<Hit>& hits) {
  if (view.partial) return;
  static const std::vector<LocationsOfKey> all = locations();
  for (const auto& [key, locations] : all) {
    const Entry* entry = view.root().dict().find(key);
    if (!entry || (view.well_built && view.well_built->has(*entry))) continue;
    bool fit = true;
    for (const auto& each : locations) {  // clang 14 captures no structured binding
      const Location& at = *each.first;
      for_each_match(view.root(), each.second,
                     [&](const std::string& path, const FoundValue& found) {
                       if (!found.value || found.value->kind != Value::Kind::kDict) return;
                       const Dict& dict = found.value->dict();
                       const auto [package, name] = callable_of(at, dict);
                       const facts::Parameters* parameters = facts::parameters_of(package, name);
                       if (!parameters) return;
                       const Built built{path, found, name, *parameters, at.given};
                       if (built.fits()) return;
                       fit = false;
                       if (!is_built_otherwise(view.root(), path) && is_certain(view, dict, files))
                         find(built, hits);
                     });
    }
    if (fit && view.well_built && !view.changed) view.well_built->add(*entry);
  }
}

}  // namespace mmlint::check

// The Runner, or what it calls with the value, refuses a value of this kind, such as a text in
// place of a dict (mmengine/runner/runner.py, torch/utils/data/dataloader.py); values: these.
// captures: wanted, wanted_zh
// A write to a key inside a dict leaves it a dict, so the list names other keys inside these dicts.
// It leaves out work_dir and load_from, which most scripts set, always to a string.
// keys: model.type, log_level, default_scope
// keys: train_cfg.type, val_cfg.type, test_cfg.type, train_cfg.max_epochs, train_cfg.max_iters
// keys: train_cfg.val_interval, train_cfg.val_begin, train_cfg.dynamic_intervals
// keys: optim_wrapper.optimizer.type, optim_wrapper.optimizer.lr, optim_wrapper.constructor
// keys: optim_wrapper.clip_grad, optim_wrapper.accumulative_counts, optim_wrapper.paramwise_cfg
// keys: train_dataloader.*, train_dataloader.*.type, val_dataloader.*, val_dataloader.*.type
// keys: test_dataloader.*, test_dataloader.*.type, param_scheduler.*.type, custom_hooks.*.type
// keys: custom_hooks.*.priority, default_hooks.*.type, default_hooks.*.priority
// keys: default_hooks.*.interval, val_evaluator.*.type, test_evaluator.*.type
// keys: val_evaluator.metrics, test_evaluator.metrics, auto_scale_lr.enable
// keys: auto_scale_lr.base_batch_size, env_cfg.type, env_cfg.mp_cfg, env_cfg.resource_limit
// keys: randomness.type, randomness.seed, log_processor.type, visualizer.type
// keys: visualizer.vis_backends

#include "check/config/own_classes.h"
#include "check/config/predicate.h"
#include "check/config/wanted.h"
#include "facts/parameters.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {
namespace {

using Kind = Value::Kind;

struct Demand {
  std::string_view key;
  const wanted::Wanted& kind;
};

constexpr Demand kOfEnvironment[] = {{"mp_cfg", wanted::kArguments},
                                     {"resource_limit", wanted::kNumber}};
constexpr Demand kOfProcesses[] = {{"mp_start_method", wanted::kStartMethod},
                                   {"opencv_num_threads", wanted::kThreads}};
constexpr Demand kOfSampled[] = {{"shuffle", wanted::kNoShuffle}};
constexpr Demand kOfEvaluator[] = {{"metrics", wanted::kMetrics}};
constexpr Demand kOfVisualizer[] = {{"vis_backends", wanted::kBackends}};
// Runner.scale_lr calls float() with it.
constexpr Demand kOfScaling[] = {{"base_batch_size", wanted::kBaseSize}};
constexpr Demand kOfRandomness[] = {{"seed", wanted::kSeed}};
constexpr Demand kOfParameters[] = {{"custom_keys", wanted::kArguments}};
constexpr Demand kOfLoader[] = {
    {"dataset", wanted::kDataset},       {"sampler", wanted::kSampler},
    {"batch_sampler", wanted::kSampler}, {"collate_fn", wanted::kTyped},
    {"worker_init_fn", wanted::kTyped},  {"num_workers", wanted::kWorkers},
    {"timeout", wanted::kRate},          {"num_batch_per_epoch", wanted::kBatches},
};
// A sampler of batches may take any batch_size.
constexpr Demand kOfBatches[] = {{"batch_size", wanted::kCount}, {"drop_last", wanted::kBool}};
constexpr Demand kOfWrapper[] = {
    {"optimizer", wanted::kTyped},
    {"constructor", wanted::kClass},
    {"paramwise_cfg", wanted::kDict},
};
constexpr Demand kOfMMEnginesWrapper[] = {{"clip_grad", wanted::kFilledDict},
                                          {"accumulative_counts", wanted::kAccumulated}};
constexpr Demand kOfOptimizer[] = {
    {"lr", wanted::kRate}, {"momentum", wanted::kNumber}, {"weight_decay", wanted::kNumber}};
constexpr Demand kOfLoop[] = {{"max_epochs", wanted::kWhole},
                              {"max_iters", wanted::kWhole},
                              {"dynamic_intervals", wanted::kIntervals}};
constexpr Demand kOfValidation[] = {{"val_interval", wanted::kNotZero},
                                    {"val_begin", wanted::kNumber}};
constexpr std::string_view kLoops[] = {"EpochBasedTrainLoop", "IterBasedTrainLoop", "ValLoop",
                                       "TestLoop"};
// The hooks that None removes; other hooks may not be None.
constexpr std::string_view kRemovable[] = {"runtime_info", "timer",           "sampler_seed",
                                           "logger",       "param_scheduler", "checkpoint"};

bool is_none(const Value* value) {
  return !value || value->kind == Kind::kNone;
}

// Judges one top-level key of a config after the other.
class Finder {
 public:
  Finder(const ConfigView& view, const FileSystem& files, std::vector<Hit>& hits)
      : view_(view), files_(files), hits_(hits) {}

  void find() {
    struct Key {
      std::string_view name;
      const wanted::Wanted* kind;
      void (Finder::*check)(const Entry& entry) = nullptr;
    };
    static constexpr Key kKeys[] = {
        {"model", &wanted::kTyped},
        {"work_dir", &wanted::kPath},
        {"log_level", &wanted::kLevel},
        {"default_scope", &wanted::kScope},
        {"load_from", &wanted::kPath},
        {"train_cfg", &wanted::kDict, &Finder::check_loop},
        {"val_cfg", &wanted::kDict},
        {"test_cfg", &wanted::kDict},
        {"optim_wrapper", &wanted::kDict, &Finder::check_optimizer},
        {"param_scheduler", &wanted::kSchedulers, &Finder::check_schedulers},
        {"default_hooks", &wanted::kDict, &Finder::check_default_hooks},
        {"custom_hooks", nullptr, &Finder::check_custom_hooks},
        {"auto_scale_lr", &wanted::kDict, &Finder::check_scaling},
        {"env_cfg", &wanted::kDict, &Finder::check_environment},
        {"randomness", &wanted::kArguments, &Finder::check_randomness},
        {"log_processor", &wanted::kDict},
        {"visualizer", &wanted::kTypedIfAny, &Finder::check_visualizer},
        {"train_dataloader", nullptr, &Finder::check_dataloader},
        {"val_dataloader", nullptr, &Finder::check_dataloader},
        {"val_evaluator", nullptr, &Finder::check_evaluator},
        {"test_dataloader", nullptr, &Finder::check_dataloader},
        {"test_evaluator", nullptr, &Finder::check_evaluator},
    };
    BarrenEntries* barren = view_.partial ? nullptr : view_.of_right_kind;
    for (const Key& key : kKeys) {
      const Entry* entry = view_.root().dict().find(key.name);
      if (!entry || (barren && key.check && barren->has(*entry))) continue;
      const std::size_t before = hits_.size();
      depends_ = false;
      if (key.kind) demand(*entry, *key.kind);
      if (!key.check) continue;
      (this->*key.check)(*entry);
      if (barren && !view_.changed && hits_.size() == before && !depends_) barren->add(*entry);
    }
  }

 private:
  static std::string key_of(const Entry& entry) { return std::string(entry.key->text()); }

  const Value* at(std::string_view key) const { return value_at(view_.root(), key).value; }

  // Must: a dict has none of the keys. An unknown base may have them.
  bool lacks(const Value& dict, std::initializer_list<std::string_view> keys) const {
    return dict.kind == Kind::kDict && !view_.partial &&
           std::ranges::none_of(keys, [&](std::string_view key) { return dict.dict().find(key); });
  }

  // No entry: an item of a list.
  void add(std::string key, const wanted::Wanted& kind, const Value& value, const Entry* entry) {
    hits_.push_back({std::move(key), {&value, entry, false}});
    hits_.back().captures = {{"wanted", std::string(kind.en)}, {"wanted_zh", std::string(kind.zh)}};
  }

  // Must: the value is known, and is not of that kind. What a dict lacks, an unknown base may have.
  bool is_other(const Value& value, const wanted::Wanted& kind) const {
    if (wanted::is_open(value)) return false;
    if (!is_in(value.kind, kind.kinds)) return true;
    const bool may_be_more = view_.partial && value.kind == Kind::kDict;
    return kind.fits && !may_be_more && !kind.fits(value);
  }

  void demand(const Entry& entry, const wanted::Wanted& kind) {
    if (is_other(*entry.value, kind)) add(key_of(entry), kind, *entry.value, &entry);
  }

  // What is asked of the values in the dict at a key.
  void demand(std::string_view parent, const Value& dict, std::span<const Demand> demands) {
    for (const Demand& each : demands) {
      const Entry* entry = dict.dict().find(each.key);
      if (entry && is_other(*entry->value, each.kind))
        add(fmt::format("{}.{}", parent, each.key), each.kind, *entry->value, entry);
    }
  }

  void check_items(const Entry& entry) {
    if (!entry.value->is_sequence()) return;
    const auto items = entry.value->items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (is_other(*items[i], wanted::kTyped))
        add(append_index(entry.key->text(), i), wanted::kTyped, *items[i], nullptr);
    }
  }

  // A loop of the project may take any dataloaders and evaluators.
  bool has_other_loop(const Entry& entry) {
    const std::string_view key = entry.key->text();
    const Value* loop = at(std::string(key.substr(0, key.find('_'))) + "_cfg.type");
    const bool out = loop && std::ranges::none_of(kLoops, [&](const auto& name) {
                       return is_of_mmengine(loop, name);
                     });
    depends_ = depends_ || out;
    return out;
  }

  void check_dataloader(const Entry& entry) {
    if (has_other_loop(entry)) return;
    demand(entry, wanted::kDict);
    const std::string key = key_of(entry);
    const Value& loader = *entry.value;
    demand(key, loader, kOfLoader);
    if (is_none(loader.dict().get("batch_sampler"))) demand(key, loader, kOfBatches);
    if (!is_none(loader.dict().get("sampler"))) demand(key, loader, kOfSampled);
  }

  void check_evaluator(const Entry& entry) {
    if (has_other_loop(entry)) return;
    demand(entry, wanted::kEvaluator);
    check_items(entry);
    const Value& one = *entry.value;
    if (lacks(one, {"type", "metrics"})) add(key_of(entry), wanted::kTyped, one, &entry);
    const Value* type = one.dict().get("type");
    if (!type || is_of_mmengine(type, "Evaluator")) demand(key_of(entry), one, kOfEvaluator);
  }

  // The Runner iterates over custom_hooks, so an empty value of any kind is none.
  void check_custom_hooks(const Entry& entry) {
    const Value& hooks = *entry.value;
    const bool is_empty = !is_in(hooks.kind, wanted::kNumbers) && truth_of(hooks) == false;
    if (!is_empty) demand(entry, wanted::kHooks);
    check_items(entry);
    const auto items = hooks.items();
    for (std::size_t i = 0; i < items.size(); ++i)
      check_hook([&] { return append_index(entry.key->text(), i); }, *items[i]);
  }

  void check_default_hooks(const Entry& entry) {
    for (const Entry& each : entry.value->dict().entries()) {
      const bool removes = is_in(each.key->text(), kRemovable);
      const wanted::Wanted& kind = removes ? wanted::kTypedIfAny : wanted::kTyped;
      const auto key = [&] { return append_key(entry.key->text(), *each.key); };
      if (is_other(*each.value, kind)) add(key(), kind, *each.value, &each);
      check_hook(key, *each.value);
    }
  }

  void check_hook(const std::function<std::string()>& key, const Value& hook) {
    const auto inside = [&](std::string_view name, const wanted::Wanted& kind) {
      const Entry* entry = hook.dict().find(name);
      if (entry && is_other(*entry->value, kind))
        add(fmt::format("{}.{}", key(), name), kind, *entry->value, entry);
    };
    inside("priority", wanted::kPriority);
    const Value* type = hook.dict().get("type");
    if (is_of_mmengine(type, "LoggerHook")) inside("interval", wanted::kCounted);
    if (is_of_mmengine(type, "CheckpointHook")) inside("interval", wanted::kNumber);
  }

  void check_optimizer(const Entry& entry) {
    const Value& wrapper = *entry.value;
    const Value* constructor = wrapper.dict().get("constructor");
    if (!is_none(constructor) && !is_of_mmengine(constructor, "DefaultOptimWrapperConstructor"))
      return;
    // Without both, optim_wrapper holds several of them (MM829).
    const Value* optimizer = wrapper.dict().get("optimizer");
    if (is_none(constructor) && is_none(optimizer)) return;
    demand("optim_wrapper", wrapper, kOfWrapper);
    if (const Value* parameters = wrapper.dict().get("paramwise_cfg"))
      demand("optim_wrapper.paramwise_cfg", *parameters, kOfParameters);
    const Value* type = wrapper.dict().get("type");
    if (!type || is_of_mmengine(type, "OptimWrapper") || is_of_mmengine(type, "AmpOptimWrapper"))
      demand("optim_wrapper", wrapper, kOfMMEnginesWrapper);
    if (optimizer) check_rates(*optimizer);
  }

  // An optimizer of PyTorch computes with its numbers.
  void check_rates(const Value& optimizer) {
    const Value* type = optimizer.dict().get("type");
    if (!type) return;
    const std::string_view text = type->text();
    const std::string_view name = text.substr(text.rfind('.') + 1);
    const bool is_of_torch = name == text || text.starts_with("torch.");
    if (!is_of_torch || !facts::parameters_of("torch.optim", name)) return;
    const std::size_t before = hits_.size();
    demand("optim_wrapper.optimizer", optimizer, kOfOptimizer);
    if (hits_.size() == before || !own_class(view_, type, files_)) return;
    hits_.resize(before);
    depends_ = true;
  }

  void check_loop(const Entry& entry) {
    const Value& loop = *entry.value;
    const Value* type = loop.dict().get("type");
    if (type && !is_of_mmengine(type, "EpochBasedTrainLoop") &&
        !is_of_mmengine(type, "IterBasedTrainLoop"))
      return;
    demand("train_cfg", loop, kOfLoop);
    depends_ = is_none(at("val_cfg"));
    if (!depends_) demand("train_cfg", loop, kOfValidation);
  }

  // Without a type, the dict is one of schedulers by the name of their optimizer.
  void check_schedulers(const Entry& entry) {
    check_items(entry);
    const Value& all = *entry.value;
    if (!lacks(all, {"type"})) return;
    depends_ = true;
    const std::size_t before = hits_.size();
    for (const Entry& each : all.dict().entries()) {
      if (is_other(*each.value, wanted::kSchedulersOfOne))
        add(append_key("param_scheduler", *each.key), wanted::kSchedulersOfOne, *each.value, &each);
    }
    const Value* wrapper = at("optim_wrapper");
    const bool is_one =
        wrapper && wrapper->dict().find("optimizer") && lacks(*wrapper, {"constructor"});
    if (is_one && hits_.size() == before) add("param_scheduler", wanted::kTyped, all, &entry);
  }

  void check_scaling(const Entry& entry) {
    const Value* enable = entry.value->dict().get("enable");
    if (enable && truth_of(*enable) == true) demand("auto_scale_lr", *entry.value, kOfScaling);
  }

  void check_environment(const Entry& entry) {
    demand("env_cfg", *entry.value, kOfEnvironment);
    if (const Value* processes = entry.value->dict().get("mp_cfg"))
      demand("env_cfg.mp_cfg", *processes, kOfProcesses);
  }

  void check_randomness(const Entry& entry) { demand("randomness", *entry.value, kOfRandomness); }

  void check_visualizer(const Entry& entry) {
    if (is_of_mmengine(entry.value->dict().get("type"), "Visualizer"))
      demand("visualizer", *entry.value, kOfVisualizer);
  }

  const ConfigView& view_;
  const FileSystem& files_;
  std::vector<Hit>& hits_;
  bool depends_ = false;  // other keys have left out a part of what is asked of this one
};

}  // namespace

Answer wrong_kind(const ConfigView& view, const FileSystem& files, std::vector<Hit>& hits) {
  Finder(view, files, hits).find();
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

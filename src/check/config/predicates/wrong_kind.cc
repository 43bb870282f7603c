// The Runner, or what it calls with the value, refuses a value of this kind, such as a text in
// place of a dict (mmengine/runner/runner.py, torch/utils/data/dataloader.py); values: these.
// captures: wanted, wanted_zh
// A write below a dict leaves it a dict, so these keys name a part of it that such writes spare.
// keys: model.type, work_dir, log_level, default_scope, load_from
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

constexpr Demand kOfRoot[] = {
    {"model", wanted::kTyped},        {"work_dir", wanted::kPath},
    {"log_level", wanted::kLevel},    {"default_scope", wanted::kScope},
    {"load_from", wanted::kPath},     {"train_cfg", wanted::kDict},
    {"val_cfg", wanted::kDict},       {"test_cfg", wanted::kDict},
    {"optim_wrapper", wanted::kDict}, {"param_scheduler", wanted::kSchedulers},
    {"default_hooks", wanted::kDict}, {"auto_scale_lr", wanted::kDict},
    {"env_cfg", wanted::kDict},       {"randomness", wanted::kArguments},
    {"log_processor", wanted::kDict}, {"visualizer", wanted::kTypedIfAny},
};
constexpr Demand kOfEnvironment[] = {{"mp_cfg", wanted::kArguments},
                                     {"resource_limit", wanted::kNumber}};
constexpr Demand kOfProcesses[] = {{"mp_start_method", wanted::kStartMethod},
                                   {"opencv_num_threads", wanted::kThreads}};
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
constexpr std::string_view kPhases[] = {"train", "val", "test"};
constexpr std::string_view kLoops[] = {"EpochBasedTrainLoop", "IterBasedTrainLoop", "ValLoop",
                                       "TestLoop"};
// The hooks that None removes; other hooks may not be None.
constexpr std::string_view kRemovable[] = {"runtime_info", "timer",           "sampler_seed",
                                           "logger",       "param_scheduler", "checkpoint"};

bool is_none(const FoundValue& found) {
  return !found.value || found.value->kind == Kind::kNone;
}

class Finder {
 public:
  Finder(const ConfigView& view, const FileSystem& files, std::vector<Hit>& hits)
      : view_(view), files_(files), hits_(hits) {}

  void find() {
    demand_all("", kOfRoot);
    demand_all("env_cfg", kOfEnvironment);
    demand_all("env_cfg.mp_cfg", kOfProcesses);
    demand_all("randomness", kOfRandomness);
    check_items("param_scheduler");
    check_items("custom_hooks");
    for (const std::string_view phase : kPhases) check_phase(phase);
    check_hooks();
    check_optimizer();
    check_loop();
    check_schedulers();
    const FoundValue enable = at("auto_scale_lr.enable");
    if (enable.value && truth_of(*enable.value) == true)
      demand("auto_scale_lr.base_batch_size",
             wanted::kBaseSize);  // Runner.scale_lr calls float() with it
    if (is_of_mmengine(at("visualizer.type").value, "Visualizer"))
      demand("visualizer.vis_backends", wanted::kBackends);
  }

 private:
  FoundValue at(std::string_view key) const { return value_at(view_.root(), key); }

  // Must: a dict has none of the keys. An unknown base may have them.
  bool lacks(const Value& dict, std::initializer_list<std::string_view> keys) const {
    return dict.kind == Kind::kDict && !view_.partial &&
           std::ranges::none_of(keys, [&](std::string_view key) { return dict.dict().find(key); });
  }

  void add(std::string key, const wanted::Wanted& kind, const FoundValue& found) {
    hits_.push_back({std::move(key), found});
    hits_.back().captures = {{"wanted", std::string(kind.en)}, {"wanted_zh", std::string(kind.zh)}};
  }

  // Must: the value is known, and is not of that kind. What a dict lacks, an unknown base may have.
  bool is_other(const Value& value, const wanted::Wanted& kind) const {
    if (wanted::is_open(value)) return false;
    if (!is_in(value.kind, kind.kinds)) return true;
    const bool may_be_more = view_.partial && value.kind == Kind::kDict;
    return kind.fits && !may_be_more && !kind.fits(value);
  }

  void check(std::string key, const wanted::Wanted& kind, const FoundValue& found) {
    if (found.value && is_other(*found.value, kind)) add(std::move(key), kind, found);
  }

  void demand(std::string key, const wanted::Wanted& kind) { check(key, kind, at(key)); }

  // What is asked of the values in the dict at a key; in the root if the key is empty.
  void demand_all(std::string_view parent, std::span<const Demand> demands) {
    const Value* dict = parent.empty() ? &view_.root() : at(parent).value;
    if (!dict || dict->kind != Kind::kDict) return;
    for (const Demand& each : demands) {
      const Entry* entry = dict->dict().find(each.key);
      if (!entry || !is_other(*entry->value, each.kind)) continue;
      add(parent.empty() ? std::string(each.key) : fmt::format("{}.{}", parent, each.key),
          each.kind, {entry->value, entry, false});
    }
  }

  void check_items(std::string_view key) {
    const FoundValue list = at(key);
    if (!list.value || !list.value->is_sequence()) return;
    const auto items = list.value->items();
    for (std::size_t i = 0; i < items.size(); ++i)
      check(append_index(key, i), wanted::kTyped, {items[i], nullptr, false});
  }

  // A loop of the project may take any dataloaders and evaluators.
  void check_phase(std::string_view phase) {
    const FoundValue loop = at(fmt::format("{}_cfg.type", phase));
    const bool is_known = !loop.value || std::ranges::any_of(kLoops, [&](const auto& name) {
      return is_of_mmengine(loop.value, name);
    });
    if (!is_known) return;
    check_dataloader(fmt::format("{}_dataloader", phase));
    if (phase != "train") check_evaluator(fmt::format("{}_evaluator", phase));
  }

  void check_dataloader(const std::string& key) {
    demand(key, wanted::kDict);
    const FoundValue loader = at(key);
    if (is_none(loader)) return;
    demand_all(key, kOfLoader);
    if (is_none(at(key + ".batch_sampler"))) demand_all(key, kOfBatches);
    if (!is_none(at(key + ".sampler"))) demand(key + ".shuffle", wanted::kNoShuffle);
  }

  void check_evaluator(const std::string& key) {
    demand(key, wanted::kEvaluator);
    check_items(key);
    const FoundValue one = at(key);
    if (!one.value) return;
    if (lacks(*one.value, {"type", "metrics"})) add(key, wanted::kTyped, one);
    const FoundValue type = at(key + ".type");
    if (!type.value || is_of_mmengine(type.value, "Evaluator"))
      demand(key + ".metrics", wanted::kMetrics);
  }

  // The Runner iterates over custom_hooks, so an empty value of any kind is none.
  void check_hooks() {
    const FoundValue custom = at("custom_hooks");
    const bool is_empty = custom.value && !is_in(custom.value->kind, wanted::kNumbers) &&
                          truth_of(*custom.value) == false;
    if (!is_empty) check("custom_hooks", wanted::kHooks, custom);
    const auto items = custom.value ? custom.value->items() : std::span<Value* const>();
    for (std::size_t i = 0; i < items.size(); ++i)
      check_hook(append_index("custom_hooks", i), *items[i]);
    const FoundValue hooks = at("default_hooks");
    if (!hooks.value) return;
    for (const Entry& each : hooks.value->dict().entries()) {
      const bool removes = is_in(each.key->text(), kRemovable);
      const std::string key = append_key("default_hooks", *each.key);
      check(key, removes ? wanted::kTypedIfAny : wanted::kTyped, {each.value, &each, false});
      check_hook(key, *each.value);
    }
  }

  void check_hook(const std::string& key, const Value& hook) {
    const auto inside = [&](std::string_view name, const wanted::Wanted& kind) {
      if (const Entry* entry = hook.dict().find(name))
        check(fmt::format("{}.{}", key, name), kind, {entry->value, entry, false});
    };
    inside("priority", wanted::kPriority);
    const Value* type = hook.dict().get("type");
    if (is_of_mmengine(type, "LoggerHook")) inside("interval", wanted::kCounted);
    if (is_of_mmengine(type, "CheckpointHook")) inside("interval", wanted::kNumber);
  }

  void check_optimizer() {
    const FoundValue constructor = at("optim_wrapper.constructor");
    if (constructor.value && constructor.value->kind != Kind::kNone &&
        !is_of_mmengine(constructor.value, "DefaultOptimWrapperConstructor"))
      return;
    // Without both, optim_wrapper holds several of them (MM829).
    if (is_none(constructor) && is_none(at("optim_wrapper.optimizer"))) return;
    demand_all("optim_wrapper", kOfWrapper);
    demand_all("optim_wrapper.paramwise_cfg", kOfParameters);
    const FoundValue type = at("optim_wrapper.type");
    if (!type.value || is_of_mmengine(type.value, "OptimWrapper") ||
        is_of_mmengine(type.value, "AmpOptimWrapper"))
      demand_all("optim_wrapper", kOfMMEnginesWrapper);
    check_rates(at("optim_wrapper.optimizer.type").value);
  }

  // An optimizer of PyTorch computes with its numbers.
  void check_rates(const Value* type) {
    if (!type) return;
    const std::string_view text = type->text();
    const std::string_view name = text.substr(text.rfind('.') + 1);
    const bool is_of_torch = name == text || text.starts_with("torch.");
    if (!is_of_torch || !facts::parameters_of(fmt::format("torch.optim.{}", name))) return;
    const std::size_t before = hits_.size();
    demand_all("optim_wrapper.optimizer", kOfOptimizer);
    if (hits_.size() > before && own_class(view_, type, files_)) hits_.resize(before);
  }

  void check_loop() {
    const FoundValue type = at("train_cfg.type");
    if (type.value && !is_of_mmengine(type.value, "EpochBasedTrainLoop") &&
        !is_of_mmengine(type.value, "IterBasedTrainLoop"))
      return;
    demand_all("train_cfg", kOfLoop);
    if (!is_none(at("val_cfg"))) demand_all("train_cfg", kOfValidation);
  }

  // Without a type, the dict is one of schedulers by the name of their optimizer.
  void check_schedulers() {
    const FoundValue all = at("param_scheduler");
    if (!all.value || !lacks(*all.value, {"type"})) return;
    const std::size_t before = hits_.size();
    for (const Entry& each : all.value->dict().entries())
      check(append_key("param_scheduler", *each.key), wanted::kSchedulersOfOne,
            {each.value, &each, false});
    const FoundValue wrapper = at("optim_wrapper");
    const bool is_one = wrapper.value && wrapper.value->dict().find("optimizer") &&
                        lacks(*wrapper.value, {"constructor"});
    if (is_one && hits_.size() == before) add("param_scheduler", wanted::kTyped, all);
  }

  const ConfigView& view_;
  const FileSystem& files_;
  std::vector<Hit>& hits_;
};

}  // namespace

Answer wrong_kind(const ConfigView& view, const FileSystem& files, std::vector<Hit>& hits) {
  Finder(view, files, hits).find();
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

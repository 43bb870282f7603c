// A value is of a kind that the Runner refuses there, such as a text in place of a dict
// (mmengine/runner/runner.py, and what it calls); values: these.
// captures: wanted
// A write below a dict leaves it a dict, so these keys name a part of it that such writes spare.
// keys: train_cfg.type, val_cfg.type, test_cfg.type, optim_wrapper.optimizer
// keys: optim_wrapper.constructor, train_dataloader.batch_size, train_dataloader.batch_sampler
// keys: train_dataloader.num_workers, val_dataloader.batch_size, val_dataloader.batch_sampler
// keys: val_dataloader.num_workers, test_dataloader.batch_size, test_dataloader.batch_sampler
// keys: test_dataloader.num_workers, param_scheduler.*.type, custom_hooks.*.type
// keys: val_evaluator.*.type, test_evaluator.*.type, default_hooks.*.type, auto_scale_lr.enable
// keys: auto_scale_lr.base_batch_size, env_cfg.type, randomness.type, log_processor.type
// keys: visualizer.type

#include "check/config/predicate.h"
#include "value/key_path.h"
#include "value/scalar_text.h"

namespace mmlint::check::predicates {
namespace {

using Kind = Value::Kind;
using Kinds = std::span<const Kind>;

// What the Runner asks of the value at a key.
struct Demand {
  std::string_view key;
  std::string_view wanted;  // {wanted} in the rule's texts
  Kinds kinds;
};

constexpr Kind kDict[] = {Kind::kNone, Kind::kDict};
constexpr Kind kArguments[] = {Kind::kDict};  // is unpacked: f(**value)
constexpr Kind kSequence[] = {Kind::kNone, Kind::kList, Kind::kTuple};
constexpr Kind kEvaluator[] = {Kind::kNone, Kind::kDict, Kind::kList};
constexpr Kind kSchedulers[] = {Kind::kNone, Kind::kDict, Kind::kList, Kind::kTuple};
constexpr Kind kSchedulersOfOne[] = {Kind::kDict, Kind::kList, Kind::kTuple};
constexpr Kind kNumbers[] = {Kind::kInt, Kind::kBool, Kind::kFloat};
constexpr Kind kCount[] = {Kind::kNone, Kind::kInt};

constexpr std::string_view kTyped = "dict(type=...)";
constexpr Demand kDemands[] = {
    {"train_cfg", "dict", kDict},
    {"val_cfg", "dict", kDict},
    {"test_cfg", "dict", kDict},
    {"train_dataloader", "dict", kDict},
    {"val_dataloader", "dict", kDict},
    {"test_dataloader", "dict", kDict},
    {"optim_wrapper", "dict", kDict},
    {"param_scheduler", "dict | list", kSchedulers},
    {"val_evaluator", "dict | list", kEvaluator},
    {"test_evaluator", "dict | list", kEvaluator},
    {"default_hooks", "dict", kDict},
    {"auto_scale_lr", "dict", kDict},
    {"env_cfg", "dict", kDict},
    {"randomness", "dict", kArguments},
    {"log_processor", "dict", kDict},
    {"visualizer", "dict", kDict},
};
constexpr std::string_view kDataloaders[] = {"train_dataloader", "val_dataloader",
                                             "test_dataloader"};
constexpr std::string_view kEvaluators[] = {"val_evaluator", "test_evaluator"};
constexpr std::string_view kLists[] = {"param_scheduler", "custom_hooks", "val_evaluator",
                                       "test_evaluator"};

// Must: the kind is known, and is none of these.
bool is_other(const Value& value, Kinds kinds) {
  constexpr Kind kOpen[] = {Kind::kReference, Kind::kObject, Kind::kUnknown};
  return !is_in(value.kind, kOpen) && !is_in(value.kind, kinds);
}

bool lacks(const Value& dict, std::initializer_list<std::string_view> keys) {
  return dict.kind == Kind::kDict &&
         std::ranges::none_of(keys, [&](std::string_view key) { return dict.dict().find(key); });
}

// Returns the value of a key in a dict, and nothing for any other value.
FoundValue value_of(const Value& dict, std::string_view key) {
  const Entry* entry = dict.dict().find(key);
  return entry ? FoundValue{entry->value, entry, false} : FoundValue();
}

class Finder {
 public:
  Finder(const Value& root, std::vector<Hit>& hits) : root_(root), hits_(hits) {}

  void find() {
    for (const Demand& each : kDemands) demand(root_, "", each.key, each.wanted, each.kinds);
    for (const std::string_view key : kLists) check_items(key);
    for (const std::string_view key : kDataloaders) check_dataloader(key);
    for (const std::string_view key : kEvaluators)
      if (const FoundValue one = value_of(root_, key);
          one.value && lacks(*one.value, {"type", "metrics"}))
        add(std::string(key), kTyped, one);
    check_hooks();
    check_schedulers();
    check_batch_size();
  }

 private:
  void add(std::string key, std::string_view wanted, const FoundValue& found) {
    hits_.push_back({std::move(key), found});
    hits_.back().captures["wanted"] = wanted;
  }

  // `path` is that of the dict, with a dot at its end.
  void demand(const Value& dict, std::string path, std::string_view key, std::string_view wanted,
              Kinds kinds) {
    const FoundValue found = value_of(dict, key);
    if (found.value && is_other(*found.value, kinds)) add(path.append(key), wanted, found);
  }

  void check_items(std::string_view key) {
    const FoundValue list = value_of(root_, key);
    if (!list.value || !list.value->is_sequence()) return;
    const auto items = list.value->items();
    for (std::size_t i = 0; i < items.size(); ++i)
      if (is_other(*items[i], kArguments) || lacks(*items[i], {"type"}))
        add(append_index(key, i), kTyped, {items[i], nullptr, false});
  }

  // A sampler of batches may take any batch_size.
  void check_dataloader(std::string_view key) {
    const FoundValue loader = value_of(root_, key);
    if (!loader.value) return;
    const std::string path = std::string(key) + ".";
    const FoundValue sampler = value_of(*loader.value, "batch_sampler");
    if (!sampler.value || sampler.value->kind == Kind::kNone)
      demand(*loader.value, path, "batch_size", "int", kCount);
    demand(*loader.value, path, "num_workers", "int", kNumbers);
  }

  // The Runner iterates over custom_hooks, so an empty value of any kind is none.
  void check_hooks() {
    const FoundValue custom = value_of(root_, "custom_hooks");
    const bool is_empty =
        custom.value && !is_in(custom.value->kind, kNumbers) && truth_of(*custom.value) == false;
    if (!is_empty) demand(root_, "", "custom_hooks", "list", kSequence);
    const FoundValue hooks = value_of(root_, "default_hooks");
    if (!hooks.value) return;
    for (const Entry& each : hooks.value->dict().entries())
      if (is_other(*each.value, kDict))
        add(append_key("default_hooks", *each.key), "dict", {each.value, &each, false});
  }

  // Without a type, the dict is one of schedulers by the name of their optimizer.
  void check_schedulers() {
    const FoundValue all = value_of(root_, "param_scheduler");
    if (!all.value || !lacks(*all.value, {"type"})) return;
    const std::size_t before = hits_.size();
    for (const Entry& each : all.value->dict().entries())
      if (is_other(*each.value, kSchedulersOfOne))
        add(append_key("param_scheduler", *each.key), "dict | list", {each.value, &each, false});
    const FoundValue wrapper = value_of(root_, "optim_wrapper");
    const bool is_one = wrapper.value && wrapper.value->dict().find("optimizer") &&
                        lacks(*wrapper.value, {"constructor"});
    if (is_one && hits_.size() == before) add("param_scheduler", kTyped, all);
  }

  // Runner.scale_lr calls float() with it.
  void check_batch_size() {
    const FoundValue scale = value_of(root_, "auto_scale_lr");
    if (!scale.value) return;
    const FoundValue enable = value_of(*scale.value, "enable");
    const FoundValue size = value_of(*scale.value, "base_batch_size");
    if (!enable.value || truth_of(*enable.value) != true || !size.value) return;
    const bool is_number = size.value->kind == Kind::kString && float_of(size.value->text());
    if (!is_number) demand(*scale.value, "auto_scale_lr.", "base_batch_size", "int", kNumbers);
  }

  const Value& root_;
  std::vector<Hit>& hits_;
};

}  // namespace

Answer wrong_kind(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  Finder(view.root(), hits).find();
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

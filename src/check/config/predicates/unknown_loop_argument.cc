// A key of train_cfg, val_cfg or test_cfg that the loop of MMEngine does not take
// (mmengine/runner/loops.py, and build_train_loop, build_val_loop and build_test_loop of
// mmengine/runner/runner.py); values: of these keys.
// keys: train_cfg, train_cfg.*, val_cfg, val_cfg.*, test_cfg, test_cfg.*

#include "base/text.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

using Names = std::span<const std::string_view>;

// A loop, and the parameters that a config may give. Without a type, the Runner itself passes the
// dataloader and the evaluator; with one, the config's own replace them.
struct Loop {
  std::string_view key, name;
  Names parameters, given_with_type;
};

constexpr std::string_view kEpochs[] = {"max_epochs", "val_begin", "val_interval",
                                        "dynamic_intervals"};
constexpr std::string_view kIterations[] = {"max_iters", "val_begin", "val_interval",
                                            "dynamic_intervals"};
constexpr std::string_view kPrecision[] = {"fp16"};
constexpr std::string_view kData[] = {"dataloader"};
constexpr std::string_view kDataAndEvaluator[] = {"dataloader", "evaluator"};
constexpr Loop kLoops[] = {
    {"train_cfg", "EpochBasedTrainLoop", kEpochs, kData},
    {"train_cfg", "IterBasedTrainLoop", kIterations, kData},
    {"val_cfg", "ValLoop", kPrecision, kDataAndEvaluator},
    {"test_cfg", "TestLoop", kPrecision, kDataAndEvaluator},
};

// May: it is a key of every loop's dict, which the registry or the merge of dicts takes out.
constexpr std::string_view kOfAll[] = {"type", "by_epoch", "_scope_", "_delete_"};

bool is_loop(const Value& type, std::string_view name) {
  std::string_view text = type.text();
  for (const std::string_view part : {"mmengine.", "runner.", "loops."})
    if (text.starts_with(part)) text.remove_prefix(part.size());
  return text == name;
}

// Whether the Runner makes this loop of a dict. Any text but the empty one is a true by_epoch.
Answer makes(const Loop& loop, const Dict& dict) {
  const Value* by_epoch = dict.get("by_epoch");
  if (const Value* type = dict.get("type")) {
    if (type->kind == Value::Kind::kUnknown) return Answer::kUnknown;
    return answer(!by_epoch && is_loop(*type, loop.name));
  }
  if (loop.key != "train_cfg") return Answer::kYes;
  // Without max_iters too, the dict is incomplete for any loop.
  if (!by_epoch && !dict.get("max_iters")) return Answer::kNo;
  const auto epochs = by_epoch ? truth_of(*by_epoch) : false;
  return epochs ? answer(*epochs == (loop.name == "EpochBasedTrainLoop")) : Answer::kUnknown;
}

// The parameter that a key may be misspelled for; empty if there is none.
std::string meant_by(std::string_view key, const Loop& loop) {
  const std::vector<std::string> names(loop.parameters.begin(), loop.parameters.end());
  return nearest(key, names).value_or("");
}

}  // namespace

Answer unknown_loop_argument(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  bool unknown = false;
  for (const Loop& loop : kLoops) {
    const Value* value = view.root().dict().get(loop.key);
    if (!value || value->kind != Value::Kind::kDict) continue;
    const Dict& dict = value->dict();
    const Answer made = makes(loop, dict);
    unknown = unknown || made == Answer::kUnknown;
    // An unresolved base may contain the required keys.
    if (made != Answer::kYes || (view.partial && !dict.get("type"))) continue;
    for (const Entry& entry : dict.entries()) {
      const std::string_view name = entry.key->text();
      if (is_in(name, loop.parameters) || is_in(name, kOfAll) ||
          (dict.get("type") && is_in(name, loop.given_with_type)))
        continue;
      hits.push_back({append_key(loop.key, *entry.key), {entry.value, &entry, false}});
      hits.back().nearest = meant_by(name, loop);
    }
  }
  return hits.empty() && unknown ? Answer::kUnknown : answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

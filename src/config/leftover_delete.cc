#include "config/leftover_delete.h"

#include <string>
#include <string_view>
#include <vector>

#include "value/key_path.h"

namespace mmlint::config {
namespace {

constexpr std::size_t kMaxDepth = 400;

// What mmengine/runner/runner.py hands to registries, hooks and keyword arguments.
constexpr std::string_view kBuilt[] = {
    "model",         "data_preprocessor", "train_dataloader",  "val_dataloader", "test_dataloader",
    "optim_wrapper", "param_scheduler",   "train_cfg",         "val_cfg",        "test_cfg",
    "val_evaluator", "test_evaluator",    "default_hooks",     "custom_hooks",   "log_processor",
    "visualizer",    "randomness",        "model_wrapper_cfg", "strategy"};

class Walk {
 public:
  Walk(FileId file, std::vector<Problem>& out) : file_(file), out_(out) {}

  void in(const Value& value, std::string_view key) {
    key_ = key;
    in(value);
  }

 private:
  // A container on the way: an entry of a dict, or an item of a list if `key` is null.
  struct Step {
    const Value* key;
    std::size_t index;
  };

  void in(const Value& value) {
    if (way_.size() > kMaxDepth) return;
    for (std::size_t i = 0; i < value.items().size(); ++i) below(*value.items()[i], {nullptr, i});
    for (const Entry& entry : value.dict().entries()) {
      const Span at = entry.origin->key();
      if (at.known() && at.file == file_ && entry.key->is_string("_delete_"))
        add_once(out_, {ProblemKind::kLeftoverDelete, at, {{"key", path() + "._delete_"}}, {}});
      else
        below(*entry.value, {entry.key, 0});
    }
  }

  void below(const Value& value, Step step) {
    if (!value.is_container()) return;
    way_.push_back(step);
    in(value);
    way_.pop_back();
  }

  std::string path() const {
    std::string out(key_);
    for (const Step& step : way_)
      out = step.key ? append_key(out, *step.key) : append_index(out, step.index);
    return out;
  }

  const FileId file_;
  std::vector<Problem>& out_;
  std::string_view key_;  // the first container's
  std::vector<Step> way_;
};

}  // namespace

std::vector<Problem> leftover_deletes(const Value& root, FileId file) {
  std::vector<Problem> out;
  Walk walk(file, out);
  for (const std::string_view name : kBuilt) {
    const Value* value = root.dict().get(name);
    if (value && value->is_container()) walk.in(*value, name);
  }
  const Value* env = root.dict().get("env_cfg");
  const Value* dist =
      env && env->kind == Value::Kind::kDict ? env->dict().get("dist_cfg") : nullptr;
  if (dist && dist->is_container()) walk.in(*dist, "env_cfg.dist_cfg");
  return out;
}

}  // namespace mmlint::config

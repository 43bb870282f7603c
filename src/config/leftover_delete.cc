#include "config/leftover_delete.h"

#include <string_view>

#include "value/key_path.h"

namespace mmlint::config {
namespace {

constexpr int kMaxDepth = 400;

// What mmengine/runner/runner.py hands to registries, hooks and keyword arguments.
constexpr std::string_view kBuilt[] = {
    "model",         "data_preprocessor", "train_dataloader",  "val_dataloader", "test_dataloader",
    "optim_wrapper", "param_scheduler",   "train_cfg",         "val_cfg",        "test_cfg",
    "val_evaluator", "test_evaluator",    "default_hooks",     "custom_hooks",   "log_processor",
    "visualizer",    "randomness",        "model_wrapper_cfg", "strategy"};

class Walk {
 public:
  Walk(FileId file, std::vector<Problem>& out) : file_(file), out_(out) {}

  void in(const Value& value, const std::string& key, int depth) {
    if (depth > kMaxDepth) return;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      if (value.items[i]->is_container()) in(*value.items[i], append_index(key, i), depth + 1);
    }
    for (const Entry& entry : value.dict.entries()) {
      const Span at = entry.origin->key;
      if (entry.key->is_string("_delete_") && at.known() && at.file == file_) {
        add_once(out_, {ProblemKind::kLeftoverDelete, at, {{"key", key + "._delete_"}}, {}});
      } else if (entry.value->is_container()) {
        in(*entry.value, append_key(key, *entry.key), depth + 1);
      }
    }
  }

 private:
  FileId file_;
  std::vector<Problem>& out_;
};

}  // namespace

std::vector<Problem> leftover_deletes(const Value& root, FileId file) {
  std::vector<Problem> out;
  Walk walk(file, out);
  for (const std::string_view name : kBuilt) {
    const Value* value = root.dict.get(name);
    if (value && value->is_container()) walk.in(*value, std::string(name), 0);
  }
  const Value* env = root.dict.get("env_cfg");
  const Value* dist = env && env->kind == Value::Kind::kDict ? env->dict.get("dist_cfg") : nullptr;
  if (dist && dist->is_container()) walk.in(*dist, "env_cfg.dist_cfg", 0);
  return out;
}

}  // namespace mmlint::config

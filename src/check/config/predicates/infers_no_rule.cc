// A hook of MMEngine has no rule for comparing a metric. The config gives no rule, and the hook
// cannot infer one from the metric's name (mmengine/hooks/checkpoint_hook.py and
// early_stopping_hook.py, _init_rule); values: save_best or monitor.
// keys: default_hooks, default_hooks.*, custom_hooks, custom_hooks.*

#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

// Parts of a metric's name from which _init_rule infers a rule. It compares names in lower case.
constexpr std::string_view kTelling[] = {"acc", "top",   "ar@",  "auc", "precision",
                                         "map", "mdice", "miou", "loss"};

bool is_of_mmengine(std::string_view type, std::string_view name) {
  return type == name ||
         (type.starts_with("mmengine.") && type.ends_with(fmt::format(".{}", name)));
}

// Returns the key in which the hook names its metric. Null for any other hook, and if the config
// already gives the hook a rule.
const char* compared(const Value& hook) {
  if (hook.kind != Value::Kind::kDict) return nullptr;
  const Value* type = hook.dict().get("type");
  if (!type) return nullptr;
  const auto gives = [&hook](std::string_view key) {
    const Value* value = hook.dict().get(key);
    return value && value->kind != Value::Kind::kNone;
  };
  if (gives("rule") || gives("greater_keys") || gives("less_keys")) return nullptr;
  if (is_of_mmengine(type->text(), "CheckpointHook")) return "save_best";
  if (is_of_mmengine(type->text(), "EarlyStoppingHook")) return "monitor";
  return nullptr;
}

bool tells_nothing(const Value& metric) {
  if (metric.kind != Value::Kind::kString || metric.text() == "auto") return false;
  std::string name(metric.text());
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::ranges::none_of(
      kTelling, [&name](std::string_view each) { return name.find(each) != std::string::npos; });
}

// `place` says where the hook is.
void find_in(const Value& hook, auto place, std::vector<Hit>& hits) {
  const char* key = compared(hook);
  const Entry* entry = key ? hook.dict().find(key) : nullptr;
  if (!entry) return;
  const Value& metric = *entry->value;
  const auto items = metric.items();
  if (tells_nothing(metric) ||
      std::ranges::any_of(items, [](const Value* each) { return tells_nothing(*each); }))
    hits.push_back({fmt::format("{}.{}", place(), key), {&metric, entry, false}});
}

}  // namespace

Answer infers_no_rule(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  const Dict& root = view.root().dict();
  if (const Value* hooks = root.get("default_hooks"); hooks && hooks->kind == Value::Kind::kDict)
    for (const Entry& each : hooks->dict().entries())
      find_in(
          *each.value, [&] { return fmt::format("default_hooks.{}", each.key->text()); }, hits);
  if (const Value* hooks = root.get("custom_hooks")) {
    const auto items = hooks->items();
    for (std::size_t i = 0; i < items.size(); ++i)
      find_in(
          *items[i], [&] { return fmt::format("custom_hooks[{}]", i); }, hits);
  }
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

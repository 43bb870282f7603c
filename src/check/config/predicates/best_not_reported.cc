// save_best of CheckpointHook names a result that no metric of val_evaluator can report. Each
// metric has a prefix, and BaseMetric.evaluate puts the prefix before all its result names
// (mmengine/evaluator/metric.py); values: the name in save_best.
// keys: default_hooks.checkpoint, val_evaluator, val_evaluator.*

#include "check/config/predicate.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {
namespace {

constexpr std::string_view kHook[] = {"default_hooks", "checkpoint"};

// Returns the items of a list; for any other value, the value itself.
std::vector<const Value*> each_of(const Value& value) {
  if (value.kind != Value::Kind::kList) return {&value};
  return {value.items().begin(), value.items().end()};
}

// Returns the prefix of each metric of an evaluator; nullopt if a prefix is missing or unknown.
std::optional<std::vector<std::string>> prefixes_of(const Value& evaluator) {
  std::vector<std::string> out;
  for (const Value* metric : each_of(evaluator)) {
    const Value* prefix = metric->dict().get("prefix");
    if (!prefix || prefix->kind != Value::Kind::kString || prefix->text().empty())
      return std::nullopt;
    out.push_back(std::string(prefix->text()) + "/");
  }
  return out;
}

}  // namespace

Answer best_not_reported(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  const Value* evaluator = view.root().dict().get("val_evaluator");
  const Value* hook = value_at(view.root(), kHook).value;
  const Value* type = hook ? hook->dict().get("type") : nullptr;
  const Entry* best = hook ? hook->dict().find("save_best") : nullptr;
  if (!evaluator || !type || !best || !type->text().ends_with("CheckpointHook")) return Answer::kNo;
  const auto prefixes = prefixes_of(*evaluator);
  if (!prefixes || prefixes->empty()) return Answer::kNo;
  const std::string key = "default_hooks.checkpoint.save_best";
  // Only one name is possible with only one prefix.
  const auto meant = [&](const Value& name) {
    const bool is_bare = name.text().find('/') == std::string_view::npos;
    const bool is_one = std::set(prefixes->begin(), prefixes->end()).size() == 1;
    return is_bare && is_one ? prefixes->front() + std::string(name.text()) : std::string();
  };
  const auto names = each_of(*best->value);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto reports = [&](const std::string& prefix) {
      return names[i]->text().starts_with(prefix);
    };
    if (names[i]->kind != Value::Kind::kString || names[i]->text() == "auto" ||
        std::ranges::any_of(*prefixes, reports))
      continue;
    if (names[i] == best->value)
      hits.push_back({key, {names[i], best, false}, false, meant(*names[i])});
    else
      hits.push_back({fmt::format("{}[{}]", key, i), {names[i]}, false, meant(*names[i])});
  }
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

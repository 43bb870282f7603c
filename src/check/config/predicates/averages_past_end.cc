// EMAHook begins later than the training ends (mmengine/hooks/ema_hook.py, before_train); values:
// begin_epoch or begin_iter.
// keys: train_cfg, custom_hooks, custom_hooks.*

#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

// The number at a key of a dict; nullopt if it is not there or not known.
std::optional<std::int64_t> number_at(const Value& dict, std::string_view key) {
  const Value* value = dict.dict().get(key);
  if (!value || value->kind != Value::Kind::kInt) return std::nullopt;
  return value->integer;
}

}  // namespace

Answer averages_past_end(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  const Value& root = view.root();
  const Value* loop = root.dict().get("train_cfg");
  const Value* hooks = root.dict().get("custom_hooks");
  if (!loop || loop->kind != Value::Kind::kDict || !hooks) return Answer::kNo;
  const auto items = hooks->items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Value* type = items[i]->dict().get("type");
    if (!type || (type->text() != "EMAHook" && !type->text().ends_with(".EMAHook"))) continue;
    for (const auto& [begin, end] :
         {std::pair("begin_epoch", "max_epochs"), std::pair("begin_iter", "max_iters")}) {
      const auto first = number_at(*items[i], begin), last = number_at(*loop, end);
      if (!first || !last || *first <= *last) continue;
      const Entry* entry = items[i]->dict().find(begin);
      hits.push_back({fmt::format("custom_hooks[{}].{}", i, begin), {entry->value, entry, false}});
    }
  }
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

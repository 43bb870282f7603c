// A list takes the place of a base's list of dicts with `type`, and a dict in it has none; values:
// these dicts.
// keys: **

#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

bool has_types(const Value& list) {
  const auto items = list.items();
  return !items.empty() && std::ranges::all_of(items, [](const Value* item) {
    return item->dict().get("type") != nullptr;
  });
}

// The way from the root to a value.
struct Way {
  const Way* above;  // null: this is the root
  std::string_view name;

  std::string key() const {
    if (!above) return {};
    const std::string before = above->key();
    return before.empty() ? std::string(name) : before + "." + std::string(name);
  }
};

// Compares a value with what a base has at the same key.
void compare(const Value& own, const Value& base, const Way& way, std::vector<Hit>& hits) {
  if (own.kind != base.kind) return;
  if (own.kind == Value::Kind::kDict) {
    for (const Entry& entry : base.dict().entries()) {  // of many bases, each has few keys
      const bool is_deep =
          entry.value->kind == Value::Kind::kDict || entry.value->kind == Value::Kind::kList;
      if (!is_deep || entry.key->kind != Value::Kind::kString) continue;
      const Value* taken = own.dict().get(entry.key->text());
      if (!taken || taken == entry.value) continue;
      compare(*taken, *entry.value, {&way, entry.key->text()}, hits);
    }
  } else if (own.kind == Value::Kind::kList && own.span != base.span && has_types(base)) {
    const auto items = own.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i]->dict().size() != 0 && !items[i]->dict().get("type"))
        hits.push_back({fmt::format("{}[{}]", way.key(), i), {items[i], nullptr, false}});
    }
  }
}

}  // namespace

Answer list_without_types(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  for (const config::Resolved* base : view.config->bases) {
    if (base->root) compare(view.root(), *base->root, {}, hits);
  }
  // These the Runner itself refuses, with any base and without one.
  if (view.runnable && view.trained_by_runner && view.built_by_runner)
    std::erase_if(hits, [](const Hit& hit) {
      constexpr std::string_view kBuilt[] = {"param_scheduler", "custom_hooks", "val_evaluator",
                                             "test_evaluator"};
      return is_in(hit.key.substr(0, hit.key.find('[')), kBuilt);
    });
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates

#include "config/scope.h"
#include "value/pool.h"

namespace mmlint::config {
namespace {

class Scoper {
 public:
  Scoper(Pool& pool, const BaseLink& link)
      : pool_(pool), link_(link), scope_(pool.string(pool.keep(link.scope()), link.span)) {}

  // The value itself if nothing below it changes.
  Value* apply(Value* value) {
    if (value->kind == Value::Kind::kDict && value->dict().find("type")) return add(*value);
    Value* out = nullptr;
    const auto changed = [&]() -> Value& {
      if (!out) {
        out = pool_.thaw(*value);
        out->config_dict = false;
      }
      return *out;
    };
    for (std::size_t i = 0; i < value->items().size() && value->kind != Value::Kind::kSet; ++i) {
      Value* item = apply(value->items()[i]);
      if (item != value->items()[i]) changed().slots()[i] = item;
    }
    for (std::size_t i = 0; i < value->dict().size(); ++i) {
      Value* before = value->dict().entries()[i].value;
      Value* item = apply(before);
      if (item != before) changed().edit_dict().at(i).value = item;
    }
    if (!out) return value;
    freeze(*out);
    return out;
  }

 private:
  Value* add(Value& dict) {
    const Value* known = dict.dict().get("_scope_");
    if (known && known->kind != Value::Kind::kNone) return &dict;
    Value* out = pool_.thaw(dict);
    out->config_dict = false;
    out->edit_dict().set(pool_.string("_scope_"), scope_,
                         pool_.origin({.value = link_.span, .how = How::kComputed, .set = scope_}));
    freeze(*out);
    return out;
  }

  Pool& pool_;
  const BaseLink& link_;
  Value* scope_;
};

}  // namespace

Value* with_scope(Pool& pool, Value& base, const BaseLink& link, std::vector<Problem>& problems) {
  if (base.kind != Value::Kind::kDict) return &base;
  const Entry* type = base.dict().find("type");
  if (!type) return Scoper(pool, link).apply(&base);
  const Value* known = base.dict().get("_scope_");
  if (known && known->kind != Value::Kind::kNone) return &base;
  Problem problem = config_raises(link.span, "AttributeError",
                                  "a base of a package must not have a top-level key 'type'");
  const Origin& origin = *type->origin;
  problem.places.push_back(
      {origin.key().known() ? origin.key() : origin.value(), {"set here", "在此设置"}});
  problems.push_back(std::move(problem));
  return &base;
}

}  // namespace mmlint::config

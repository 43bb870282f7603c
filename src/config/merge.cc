#include "config/merge.h"

#include "python/eval/operators.h"
#include "value/key_path.h"

namespace mmlint::config {
namespace {

class Merger {
 public:
  Merger(Pool& pool, MergeNotes notes) : pool_(pool), notes_(notes) {}

  Value* merge(const Value& child, const Value& base, const std::string& path, int depth) {
    Value* out = pool_.make(Value::Kind::kDict, base.span.known() ? base.span : child.span);
    out->literal = base.span.known() ? base.literal : child.literal;
    Dict& merged = out->edit_dict();
    // Where the base has the keys of the child, in their order.
    const std::size_t first = places_.size();
    std::size_t more = 0;
    for (const Entry& entry : child.dict().entries()) {
      const Entry* below = base.dict().find(*entry.key);
      places_.push_back(below ? static_cast<std::size_t>(below - base.dict().entries().data())
                              : kNowhere);
      if (!below) ++more;
    }
    merged.reserve(base.dict().size() + more);
    merged.copy(base.dict());
    for (std::size_t i = 0; i < child.dict().size(); ++i) {
      const Entry& entry = child.dict().entries()[i];
      if (depth > 0 && entry.key->is_string("_delete_")) continue;
      // The copy has its keys where the base had them; a flag may be taken out of the base.
      const std::size_t at = places_[first + i];
      const Entry* below = at != kNowhere ? &merged.at(at) : nullptr;
      OriginParts origin = entry.origin->parts();
      if (below) {
        if (origin.shadows != below->origin && !origin.earlier) origin.earlier = origin.shadows;
        origin.shadows = below->origin;
      }
      Value* value = entry.value;
      if (below && value->kind == Value::Kind::kDict) {
        value = over(entry, *below, append_key(path, *entry.key), origin, depth);
      }
      if (!below) {
        merged.add(entry.key, value, pool_.origin(origin));
        continue;
      }
      merged.at(at).value = value;
      merged.at(at).origin = pool_.origin(origin);
    }
    places_.resize(first);
    return out;
  }

 private:
  // A dict of the child over what the base has under the same key (rule M2).
  Value* over(const Entry& entry, const Entry& below, const std::string& path, OriginParts& origin,
              int depth) {
    Value& child = *entry.value;
    if (const Value* flag = child.dict().get("_delete_")) {
      if (flag->kind == Value::Kind::kUnknown) return pool_.unknown(flag->text(), flag->span);
      const bool deletes = truth_of(*flag).value_or(true);
      // {{_base_.x}} puts a dict of the base itself there: MMEngine takes the flag out of both.
      if (notes_.has_base_variables) child.edit_dict().erase(*pool_.string("_delete_"));
      if (deletes) {
        origin.how = How::kReplaced;
        return without_flag(child);
      }
    }
    const Value& base = *below.value;
    if (base.kind == Value::Kind::kUnknown) return pool_.unknown(base.text(), base.span);
    if (base.kind != Value::Kind::kDict || depth > 200) {
      Problem problem{ProblemKind::kMergeTypeConflict,
                      origin.key.known() ? origin.key : origin.value,
                      {{"key", path},
                       {"child_type", "dict"},
                       {"base_type", std::string(python::type_name(base))}},
                      {}};
      const Span at = place(*below.origin);
      if (at.known()) problem.places.push_back({at, {"the base's value", "基础配置中的值"}});
      notes_.problems.push_back(std::move(problem));
      return pool_.unknown("a dict over a value that is no dict", origin.value);
    }
    if (child.dict().size() == 0 && base.dict().size() != 0) {
      add_once(notes_.hazards, {ProblemKind::kEmptyDictDoesNotClear,
                                origin.value.known() ? origin.value : child.span,
                                {{"key", path}},
                                {}});
    }
    for (const python::Deletion& deletion : notes_.deletions) {
      if (deletion.dict == &child) note_deletion(deletion, path, child, base);
    }
    origin.how = How::kMerged;
    return merge(child, base, path, depth + 1);
  }

  void note_deletion(const python::Deletion& deletion, const std::string& path, const Value& child,
                     const Value& base) {
    if (!base.dict().find(*deletion.key) || child.dict().find(*deletion.key)) return;
    add_once(notes_.hazards, {ProblemKind::kDeleteAfterCopy,
                              deletion.span,
                              {{"key", append_key(path, *deletion.key)}},
                              {}});
  }

  Value* without_flag(const Value& dict) {
    Value* out = pool_.make(Value::Kind::kDict, dict.span);
    out->literal = dict.literal;
    for (const Entry& entry : dict.dict().entries()) {
      if (!entry.key->is_string("_delete_"))
        out->edit_dict().set(entry.key, entry.value, entry.origin);
    }
    return out;
  }

  Pool& pool_;
  MergeNotes notes_;
  static constexpr auto kNowhere = static_cast<std::size_t>(-1);
  std::vector<std::size_t> places_;  // of all dicts that are being merged, one behind the other
};

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

Value* merge(Pool& pool, const Value& child, const Value& base, MergeNotes notes) {
  return Merger(pool, notes).merge(child, base, "", 0);
}

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

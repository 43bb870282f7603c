#include "config/merge.h"

#include "python/eval/operators.h"
#include "value/key_path.h"
#include "value/pool.h"

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

}  // namespace

Value* merge(Pool& pool, const Value& child, const Value& base, MergeNotes notes) {
  return Merger(pool, notes).merge(child, base, "", 0);
}

}  // namespace mmlint::config

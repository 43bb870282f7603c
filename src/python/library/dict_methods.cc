
#include "base/text.h"
#include "python/eval/calls.h"
#include "python/eval/iterator.h"
#include "python/eval/natives.h"
#include "python/eval/text_format.h"

// Methods of dict, and of ConfigDict (mmengine/config/config.py), which differ in update, pop, copy
// and in what they do to values that are stored.
namespace mmlint::python {
namespace {

using A = const Arguments&;

const Origin* written_at(Evaluator& e, const Value& value) {
  return e.pool().origin({.value = value.span, .how = How::kComputed, .set = &value});
}

// The entry's value, null if there is none; false in `known` if the key is not known.
Value* entry_value(Evaluator& e, Value& self, const Value& key, bool& known, Span span) {
  known = e.check_key(key, span);
  const Entry* entry = known ? self.dict().find(key) : nullptr;
  if (!entry) return nullptr;
  return e.live_entry(self, static_cast<std::size_t>(entry - self.dict().entries().data()));
}

Value* get(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"get", {"key", "default"}, 1, 2, self->config_dict ? 0u : 2u});
  bool known = false;
  Value* value = entry_value(e, *self, *given[0], known, a.span);
  if (!known) return not_computed(e, a, "get() of an unknown key");
  if (value) return value;
  return given[1] ? given[1] : e.pool().none(a.span);
}

// ConfigDict gives lists of its values and items.
Value* view(Evaluator& e, Value* self, A a, DictView::Of of) {
  bound(e, a, {"items", {}, 0, 0, 0});
  Value* view = dict_view(e, *self, of, a.span);
  if (!self->config_dict || of == DictView::Of::kKeys) return view;
  return drained(e, *iterator_of(e, *view, a.span), a.span);
}
Value* keys(Evaluator& e, Value* s, A a) {
  return view(e, s, a, DictView::Of::kKeys);
}
Value* values(Evaluator& e, Value* s, A a) {
  return view(e, s, a, DictView::Of::kValues);
}
Value* items(Evaluator& e, Value* s, A a) {
  return view(e, s, a, DictView::Of::kItems);
}

// ConfigDict's pop() of a key that is not there gives None instead of a KeyError (rule C7).
void warn_of_pop(Evaluator& e, const Value& self, const Value& key, Span call) {
  if (key.kind != Value::Kind::kString || e.hazards.found.size() >= kMaxHazards) return;
  std::vector<std::string> keys;
  for (const Entry& entry : self.dict().entries()) {
    if (entry.key->kind == Value::Kind::kString) keys.emplace_back(entry.key->text());
  }
  e.step(keys.size());
  e.hazards.warn(
      ProblemKind::kPopOfMissingKey, call.contains(key.span) ? key.span : call,
      {{"name", std::string(key.text())}, {"nearest", nearest(key.text(), keys).value_or("")}});
}

Value* pop(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"pop", {"key", "default"}, 1, 2, self->config_dict ? 0u : 2u});
  bool known = false;
  Value* value = entry_value(e, *self, *given[0], known, a.span);
  if (!known) return change_unknown(e, *self, "pop() of an unknown key", a.span);
  if (value) {
    e.step(self->dict().size() / 16);
    e.note_removal(*self, *given[0], a.span);
    e.hazards.deletions.push_back({self, given[0], a.span});
    self->edit_dict().erase(*given[0]);
    return value;
  }
  if (given[1]) return given[1];
  if (self->config_dict) {
    warn_of_pop(e, *self, *given[0], a.span);
    return e.pool().none(a.span);
  }
  e.raise("KeyError", repr(e, *given[0]).value_or("?"), a.span);
}

Value* popitem(Evaluator& e, Value* self, A a) {
  bound(e, a, {"popitem", {}, 0, 0, 0});
  if (self->dict().size() == 0) e.raise("KeyError", "popitem(): dictionary is empty", a.span);
  const std::size_t last = self->dict().size() - 1;
  Value* key = self->dict().entries()[last].key;
  Value* pair = tuple_of(e, std::array{key, e.live_entry(*self, last)}, a.span);
  e.note_removal(*self, *key, a.span);
  self->edit_dict().erase(*key);
  return pair;
}

Value* fromkeys(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"fromkeys", {"iterable", "value"}, 1, 2, 2});
  if (self->config_dict) return not_run(e, a, "ConfigDict.fromkeys() is not computed");
  Iterator* keys = iterator_of(e, *given[0], a.span);
  Value* value = given[1] ? given[1] : e.pool().none(a.span);
  Value* out = e.pool().make(Value::Kind::kDict, a.span);
  bool known = keys != nullptr;
  while (Value* key = keys ? keys->next(e, a.span) : nullptr) {
    known = known && e.check_key(*key, a.span);
    if (known) out->edit_dict().set(key, value, written_at(e, *value));
  }
  return known && keys->known() ? out : not_computed(e, a, "fromkeys() of unknown keys");
}

Value* setdefault(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"setdefault", {"key", "default"}, 1, 2, 2});
  bool known = false;
  Value* there = entry_value(e, *self, *given[0], known, a.span);
  if (!known) return change_unknown(e, *self, "setdefault() of an unknown key", a.span);
  if (there) return there;
  Value* value = given[1] ? given[1] : e.pool().none(a.span);
  // ConfigDict stores a converted copy and gives the original (rule C8).
  e.set_item(*self, *given[0], *value, written_at(e, *value), a.span);
  return value;
}

Value* clear(Evaluator& e, Value* self, A a) {
  for (const Entry& entry : self->dict().entries()) e.note_removal(*self, *entry.key, a.span);
  self->edit_dict().clear();
  return e.pool().none(a.span);
}

Value* copy(Evaluator& e, Value* self, A a) {
  Value* out = e.pool().make(Value::Kind::kDict, a.span);
  out->config_dict = self->config_dict;
  for (std::size_t i = 0; i < self->dict().size(); ++i) {
    Value* value = e.live_entry(*self, i);
    out->edit_dict().set(self->dict().entries()[i].key, self->config_dict ? e.hook(*value) : value,
                         self->dict().entries()[i].origin);
  }
  return out;
}

Value* deepcopy(Evaluator& e, Value* self, A) {
  return e.deep_copy(*self);
}

Value* config_update(Evaluator& e, Value* self, A a) {
  if (a.positional.size() > 1)
    e.raise("TypeError", "update only accept one positional argument", a.span);
  Value* all = e.pool().make(Value::Kind::kDict, a.span);
  if (!a.positional.empty()) {
    Value& other = *a.positional[0];
    if (other.kind == Value::Kind::kUnknown || other.kind == Value::Kind::kObject) {
      return change_unknown(e, *self, "updated with unknown keys", a.span);
    }
    if (other.kind != Value::Kind::kDict)
      e.raise("TypeError", "ConfigDict.update() takes a dict", a.span);
    for (std::size_t i = 0; i < other.dict().size(); ++i) {
      Value* value = e.live_entry(other, i);
      all->edit_dict().set(other.dict().entries()[i].key, value, other.dict().entries()[i].origin);
    }
  }
  for (const Keyword& k : a.keywords) all->edit_dict().set(e.pool().key(k.name), k.value, k.origin);
  config_dict_update(e, *self, *all, a.span);
  return e.pool().none(a.span);
}

Value* update(Evaluator& e, Value* self, A a) {
  if (self->config_dict) return config_update(e, self, a);
  if (a.positional.size() > 1) e.raise("TypeError", "update expected at most 1 argument", a.span);
  if (!a.positional.empty()) {
    Value* other = a.positional[0];
    if (other->kind != Value::Kind::kDict) {
      other = e.pool().make(Value::Kind::kDict, a.span);
      if (!add_pairs(e, *other, *a.positional[0], a.span)) {
        return change_unknown(e, *self, "updated with unknown keys", a.span);
      }
    }
    for (std::size_t i = 0; i < other->dict().size(); ++i) {
      e.step();
      Value* value = e.live_entry(*other, i);
      e.set_item(*self, *other->dict().entries()[i].key, *value, other->dict().entries()[i].origin,
                 a.span);
    }
  }
  for (const Keyword& k : a.keywords) {
    e.set_item(*self, *e.pool().key(k.name), *k.value, k.origin, a.span);
  }
  return e.pool().none(a.span);
}

bool truthy_delete(Evaluator& e, const Value& dict, bool& unknown) {
  const Value* flag = dict.dict().get("_delete_");
  if (!flag) return false;
  const auto truth = e.truth(*flag);
  unknown = unknown || truth == Evaluator::Truth::kUnknown;
  return truth == Evaluator::Truth::kTrue;
}

// ConfigDict.merge's _merge_a_into_b: `a` over `b`, which may be null for absent.
Value* merged(Evaluator& e, Value& a, Value* b, Span span, bool& unknown, int depth) {
  e.step();
  if (depth > e.limits().depth) throw LimitReached{"nested dicts", span};
  if (a.kind != Value::Kind::kDict) return &a;
  if (!b || b->kind != Value::Kind::kDict) {
    unknown = unknown || (b && b->kind == Value::Kind::kUnknown);
    a.edit_dict().erase(*e.pool().string("_delete_"));
    return &a;
  }
  const bool replace = truthy_delete(e, a, unknown);
  Value* out = e.pool().make(Value::Kind::kDict, b->span);
  out->literal = b->literal;
  for (const Entry& entry : b->dict().entries()) {
    if (!replace && !entry.key->is_string("_delete_")) {
      out->edit_dict().set(entry.key, entry.value, entry.origin);
    }
  }
  for (std::size_t i = 0; i < a.dict().size(); ++i) {
    const Entry entry = a.dict().entries()[i];
    if (entry.key->is_string("_delete_")) continue;
    const Entry* below = out->dict().find(*entry.key);
    Value* value =
        merged(e, *entry.value, below ? below->value : nullptr, span, unknown, depth + 1);
    OriginParts origin = entry.origin->parts();
    if (below) origin.shadows = below->origin;
    if (below && value != entry.value) origin.how = How::kMerged;
    out->edit_dict().set(entry.key, value, e.pool().origin(origin));
  }
  return out;
}

Value* merge(Evaluator& e, Value* self, A a) {
  if (a.positional.size() != 1 || !a.keywords.empty()) {
    e.raise("TypeError", "merge() takes one positional argument", a.span);
  }
  if (a.positional[0]->kind != Value::Kind::kDict)
    return change_unknown(e, *self, "merged with an unknown value", a.span);
  Value* other = e.deep_copy(*a.positional[0]);
  Value* below = e.deep_copy(*self);
  bool unknown = false;
  Value* result = merged(e, *other, below, a.span, unknown, 0);
  if (unknown) return change_unknown(e, *self, "merged with an unknown value", a.span);
  self->edit_dict().clear();
  for (const Entry& entry : result->dict().entries()) {
    self->edit_dict().set(entry.key, e.hook(*entry.value), entry.origin);
  }
  return e.pool().none(a.span);
}

// Those of ConfigDict, of which the last two are no methods of dict.
constexpr Method kMethods[] = {{"clear", clear, true},
                               {"copy", copy},
                               {"fromkeys", fromkeys},
                               {"get", get},
                               {"items", items},
                               {"keys", keys},
                               {"pop", pop, true},
                               {"popitem", popitem, true},
                               {"setdefault", setdefault, true},
                               {"update", update, true},
                               {"values", values},
                               {"deepcopy", deepcopy},
                               {"merge", merge, true}};
constexpr std::size_t kOfDictAlone = 11;

void update_at(Evaluator& e, Value& self, Value& other, Span span, int depth) {
  if (depth > e.limits().depth) throw LimitReached{"nested dicts", span};
  e.step();
  for (std::size_t i = 0; i < other.dict().size(); ++i) {
    Value* value = e.live_entry(other, i);
    const Entry entry = other.dict().entries()[i];
    const Entry* mine = self.dict().find(*entry.key);
    if (mine && value->kind == Value::Kind::kDict) {
      Value* below =
          e.live_entry(self, static_cast<std::size_t>(mine - self.dict().entries().data()));
      if (below->kind == Value::Kind::kUnknown) continue;
      if (below->kind == Value::Kind::kDict) {
        if (below->config_dict)
          update_at(e, *below, *value, span, depth + 1);
        else
          for (const Entry& x : value->dict().entries())
            below->edit_dict().set(x.key, x.value, x.origin);
        continue;
      }
    }
    if (mine && mine->value->kind == Value::Kind::kUnknown) continue;
    e.set_item(self, *entry.key, *value, entry.origin, span);
  }
}

}  // namespace

bool add_pairs(Evaluator& e, Value& dict, Value& pairs, Span span) {
  Iterator* all = iterator_of(e, pairs, span);
  while (Value* pair = all ? all->next(e, span) : nullptr) {
    if (!pair->is_container() && pair->kind != Value::Kind::kString &&
        pair->kind != Value::Kind::kUnknown && pair->kind != Value::Kind::kObject) {
      e.raise("TypeError", "cannot convert dictionary update sequence element to a sequence", span);
    }
    const auto* parts = e.iterate(*pair, span);
    if (!parts) return false;
    if (parts->size() != 2) {
      e.raise("ValueError", "dictionary update sequence element has not the length 2", span);
    }
    if (!e.check_key(*(*parts)[0], span)) return false;
    dict.edit_dict().set((*parts)[0], (*parts)[1], written_at(e, *(*parts)[1]));
  }
  return all && all->known();
}

void config_dict_update(Evaluator& e, Value& self, Value& other, Span span) {
  update_at(e, self, other, span, 0);
}

const Methods& dict_methods(const Value& dict) {
  static constexpr Methods kOfDict{"dict", std::span(kMethods).first<kOfDictAlone>(), ""};
  static constexpr Methods kOfConfigDict{"ConfigDict", kMethods,
                                         "build_lazy freeze to_dict unfreeze"};
  return dict.config_dict ? kOfConfigDict : kOfDict;
}

}  // namespace mmlint::python

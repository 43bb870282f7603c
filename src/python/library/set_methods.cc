#include <algorithm>

#include <fmt/format.h>

#include "python/eval/arguments.h"
#include "python/eval/comprehension.h"
#include "python/eval/evaluator.h"
#include "python/eval/iterator.h"
#include "python/eval/natives.h"
#include "python/eval/text_format.h"

// Methods and operators of sets and frozensets.
namespace mmlint::python {
namespace {

using A = const Arguments&;
using syntax::Operator;

Value* change_unknown(Evaluator& e, Value* self, A a, std::string_view reason) {
  e.taint(*self, reason, a.span);
  return e.unknown(reason, a.span);
}

// The items of any iterable; false if they are not known. `out` owns nothing.
bool items_of(Evaluator& e, Value& value, std::vector<Value*>& out, Span span) {
  Iterator* items = iterator_in_any_order(e, value, span);
  while (Value* item = items ? items->next(e, span) : nullptr) {
    if (!e.check_key(*item, span)) return false;
    out.push_back(item);
  }
  return items && items->known();
}

bool has(Evaluator& e, std::span<Value* const> items, const Value& item) {
  e.step(items.size() / 8);
  return std::any_of(items.begin(), items.end(),
                     [&](const Value* other) { return equal(*other, item); });
}

Value* changed_set(Evaluator& e, Operator op, Value* self, A a, bool in_place) {
  Value* out = self;
  for (Value* argument : a.positional) {
    std::vector<Value*> other;
    if (!items_of(e, *argument, other, a.span)) {
      return in_place ? change_unknown(e, self, a, "changed by unknown items")
                      : not_computed(e, a, "a set made of unknown items");
    }
    if (op == Operator::kBitAnd && argument->kind != Value::Kind::kSet) {
      // The items are those of the argument, as by CPython's set_intersection.
      Value* both = e.pool().make(Value::Kind::kSet, a.span);
      both->fixed = self->fixed;
      for (Value* item : other) {
        if (has(e, out->items(), *item)) add_item(e, *both, item, a.span);
      }
      out = both;
      continue;
    }
    out = combine_sets(e, op, out->items(), other, self->fixed, a.span);
  }
  if (in_place) {
    self->edit_items().assign(out->items());
    return e.pool().none(a.span);
  }
  if (out != self) return out;
  Value* copy = e.pool().make(Value::Kind::kSet, a.span);
  copy->fixed = self->fixed;
  copy->edit_items().assign(self->items());
  return copy;
}

template <Operator op>
Value* made(Evaluator& e, Value* self, A a) {
  return changed_set(e, op, self, a, false);
}
template <Operator op>
Value* updated(Evaluator& e, Value* self, A a) {
  return changed_set(e, op, self, a, true);
}

Value* copy(Evaluator& e, Value* self, A a) {
  bound(e, a, {"copy", {}, 0, 0, 0});
  return changed_set(e, Operator::kBitOr, self, a, false);
}

Value* add(Evaluator& e, Value* self, A a) {
  Value* item = bound(e, a, {"add", {"item"}, 1, 1, 1})[0];
  if (!e.check_key(*item, a.span)) return change_unknown(e, self, a, "add() of an unknown item");
  if (!has(e, self->items(), *item)) self->edit_items().push_back(item);
  return e.pool().none(a.span);
}

Value* erase(Evaluator& e, Value* self, A a, bool must) {
  Value* item = bound(e, a, {"remove", {"item"}, 1, 1, 1})[0];
  if (item->kind != Value::Kind::kSet && !e.check_key(*item, a.span)) {
    return change_unknown(e, self, a, "remove() of an unknown item");
  }
  e.step(self->items().size() / 8);
  const auto it = std::find_if(self->items().begin(), self->items().end(),
                               [&](const Value* other) { return equal(*other, *item); });
  if (it != self->items().end()) {
    self->edit_items().erase(static_cast<std::size_t>(it - self->items().begin()));
  } else if (must) {
    e.raise("KeyError", repr(e, *item).value_or("?"), a.span);
  }
  return e.pool().none(a.span);
}
Value* remove(Evaluator& e, Value* self, A a) {
  return erase(e, self, a, true);
}
Value* discard(Evaluator& e, Value* self, A a) {
  return erase(e, self, a, false);
}

Value* clear(Evaluator& e, Value* self, A a) {
  self->edit_items().clear();
  return e.pool().none(a.span);
}

// Which one goes is known only where there is but one.
Value* pop(Evaluator& e, Value* self, A a) {
  if (self->items().empty()) e.raise("KeyError", "pop from an empty set", a.span);
  if (self->items().size() > 1) return change_unknown(e, self, a, "pop() of a set");
  Value* item = self->items()[0];
  self->edit_items().clear();
  return item;
}

enum class Relation : std::uint8_t { kSubset, kSuperset, kDisjoint };

template <Relation relation>
Value* related(Evaluator& e, Value* self, A a) {
  Value* argument = bound(e, a, {"issubset", {"other"}, 1, 1, 1})[0];
  std::vector<Value*> other;
  if (!items_of(e, *argument, other, a.span)) return not_computed(e, a, "a set of unknown items");
  const auto in = [&e](std::span<Value* const> where) {
    return [&e, where](const Value* item) { return has(e, where, *item); };
  };
  const std::span<Value* const> mine = self->items();
  const bool result =
      relation == Relation::kSubset     ? std::all_of(mine.begin(), mine.end(), in(other))
      : relation == Relation::kSuperset ? std::all_of(other.begin(), other.end(), in(mine))
                                        : std::none_of(mine.begin(), mine.end(), in(other));
  return e.pool().boolean(result, a.span);
}

// What a frozenset has, too.
constexpr Method kReading[] = {
    {"copy", copy, false},
    {"difference", made<Operator::kSubtract>, false},
    {"intersection", made<Operator::kBitAnd>, false},
    {"isdisjoint", related<Relation::kDisjoint>, false},
    {"issubset", related<Relation::kSubset>, false},
    {"issuperset", related<Relation::kSuperset>, false},
    {"symmetric_difference", made<Operator::kBitXor>, false},
    {"union", made<Operator::kBitOr>, false},
};

constexpr Method kChanging[] = {
    {"add", add, true},
    {"clear", clear, true},
    {"difference_update", updated<Operator::kSubtract>, true},
    {"discard", discard, true},
    {"intersection_update", updated<Operator::kBitAnd>, true},
    {"pop", pop, true},
    {"remove", remove, true},
    {"symmetric_difference_update", updated<Operator::kBitXor>, true},
    {"update", updated<Operator::kBitOr>, true},
};

}  // namespace

Value* combine_sets(Evaluator& e, Operator op, std::span<Value* const> a, std::span<Value* const> b,
                    bool fixed, Span span) {
  Value* out = e.pool().make(Value::Kind::kSet, span);
  out->fixed = fixed;
  if (op == Operator::kBitAnd) {
    // Of equal items (1 and 1.0) those of the smaller set are taken, as by CPython's
    // set_intersection.
    const bool from_b = b.size() <= a.size();
    for (Value* item : from_b ? b : a) {
      if (has(e, from_b ? a : b, *item)) add_item(e, *out, item, span);
    }
    return out;
  }
  for (Value* item : a) {
    if (op == Operator::kBitOr || !has(e, b, *item)) out->edit_items().push_back(item);
  }
  if (op == Operator::kBitOr || op == Operator::kBitXor) {
    for (Value* item : b) {
      if (!has(e, op == Operator::kBitOr ? out->items() : a, *item)) add_item(e, *out, item, span);
    }
  }
  return out;
}

Value* set_method(Evaluator& e, Value& self, std::string_view name, Span span) {
  if (Value* method = find_method(e, kReading, self, name, span)) return method;
  return self.fixed ? nullptr : find_method(e, kChanging, self, name, span);
}

}  // namespace mmlint::python

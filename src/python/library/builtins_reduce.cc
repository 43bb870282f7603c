

#include "base/text.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"

// Python's functions that make one value of many, and sorting.
namespace mmlint::python::builtins {
namespace {

// What a value is compared by: what the key function gives for it, which is null or None for none.
Value* rank_of(Evaluator& e, Value* key, Value* item, Span span) {
  return key && key->kind != Value::Kind::kNone ? call_with(e, *key, {item}, span) : item;
}

// min() and max(): the first of the best.
Value* extreme(Evaluator& e, A a, syntax::Operator op) {
  Value* key = keyword(a, "key");
  Value* otherwise = keyword(a, "default");
  if (a.keywords.size() > (key ? 1u : 0u) + (otherwise ? 1u : 0u))
    e.raise("TypeError", "a wrong keyword argument", a.span);
  if (a.positional.empty()) e.raise("TypeError", "expected at least 1 argument, got 0", a.span);
  Value* all = a.positional[0];
  if (a.positional.size() > 1) {
    if (otherwise) e.raise("TypeError", "default= is only for a single iterable", a.span);
    all = e.pool().make(Value::Kind::kList, a.span);
    all->edit_items().assign(a.positional);
  }
  Iterator* items = iterator_in_any_order(e, *all, a.span);
  Value* best = nullptr;
  Value* best_rank = nullptr;
  // Which of the items of a set comes first shows where a key makes them equal.
  bool known = items && !(key && all->kind == Value::Kind::kSet && all->items().size() > 1);
  while (Value* item = items ? items->next(e, a.span) : nullptr) {
    Value* rank = rank_of(e, key, item, a.span);
    const auto better = best ? compare(e, op, *rank, *best_rank, a.span) : true;
    known = known && better && rank->kind != Value::Kind::kUnknown;
    if (!better || !*better) continue;
    best = item;
    best_rank = rank;
  }
  if (!known || !items->known()) return not_computed(e, a, "min() or max() of unknown values");
  if (best) return best;
  if (!otherwise) e.raise("ValueError", "min() or max() of an empty sequence", a.span);
  return otherwise;
}

Value* quantifier(Evaluator& e, A a, Evaluator::Truth deciding) {
  const auto given = bound(e, a, {"any", {"iterable"}, 1, 1, 1});
  Iterator* items = iterator_in_any_order(e, *given[0], a.span);
  bool known = items != nullptr;
  while (Value* item = items ? items->next(e, a.span) : nullptr) {
    const auto truth = e.truth(*item);
    if (truth == deciding && known) {
      return e.pool().boolean(deciding == Evaluator::Truth::kTrue, a.span);
    }
    // From here on it is not known how much was used up.
    known = known && truth != Evaluator::Truth::kUnknown;
  }
  if (!known || !items->known()) return not_computed(e, a, "any() or all() of unknown values");
  return e.pool().boolean(deciding != Evaluator::Truth::kTrue, a.span);
}

// NaN and sets have no order that sorting could rely on.
bool has_order(const Value& v, int depth = 0) {
  if (depth > 8 || v.kind == Value::Kind::kSet || v.kind == Value::Kind::kUnknown) return false;
  if (v.kind == Value::Kind::kFloat) return v.floating == v.floating;
  return std::ranges::all_of(v.items(),
                             [&](const Value* item) { return has_order(*item, depth + 1); });
}

Value* len(Evaluator& e, Value*, A a) {
  const Value& v = *bound(e, a, {"len", {"obj"}, 1, 1, 1})[0];
  e.hazards.look_into(v);
  if (v.kind == Value::Kind::kUnknown || is_environment(v) ||
      dynamic_cast<const BuiltinsObject*>(v.object())) {
    return not_computed(e, a, "the length of an unknown value");
  }
  std::int64_t size = 0;
  if (v.kind == Value::Kind::kString) {
    e.step(v.text().size() / 64);
    size = static_cast<std::int64_t>(count_characters(v.text()));
  } else if (v.kind == Value::Kind::kBytes) {
    size = static_cast<std::int64_t>(v.text().size());
  } else if (v.kind == Value::Kind::kDict) {
    size = static_cast<std::int64_t>(v.dict().size());
  } else if (v.is_container()) {
    size = static_cast<std::int64_t>(v.items().size());
  } else if (const auto* range = dynamic_cast<const RangeObject*>(v.object())) {
    size = range->size();
  } else if (const auto* view = dynamic_cast<const DictView*>(v.object())) {
    if (view->dict->kind != Value::Kind::kDict)
      return not_computed(e, a, "the length of an unknown value");
    size = static_cast<std::int64_t>(view->dict->dict().size());
  } else {
    e.raise("TypeError", fmt::format("object of type '{}' has no len()", type_name(v)), a.span);
  }
  return e.pool().integer(size, a.span);
}

Value* max(Evaluator& e, Value*, A a) {
  return extreme(e, a, syntax::Operator::kGreater);
}

Value* min(Evaluator& e, Value*, A a) {
  return extreme(e, a, syntax::Operator::kLess);
}

Value* sum(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"sum", {"iterable", "start"}, 1, 2, 1});
  const bool is_set = given[0]->kind == Value::Kind::kSet;
  if (given[1] && given[1]->kind == Value::Kind::kString) {
    e.raise("TypeError", "sum() can't sum strings [use ''.join(seq) instead]", a.span);
  }
  Iterator* items = iterator_in_any_order(e, *given[0], a.span);
  Value* total = given[1] ? given[1] : e.pool().integer(0, a.span);
  while (Value* item = items ? items->next(e, a.span) : nullptr) {
    // The order of a set's items matters to what is not an integer.
    if (is_set && item->kind != Value::Kind::kInt && item->kind != Value::Kind::kBool) {
      return not_computed(e, a, "the sum of a set");
    }
    total = binary(e, syntax::Operator::kAdd, *total, *item, a.span);
  }
  if (!items || !items->known()) return not_computed(e, a, "the sum of unknown values");
  return total;
}

Value* sorted(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"sorted", {"iterable", "key", "reverse"}, 1, 1, 1});
  Iterator* items = iterator_in_any_order(e, *given[0], a.span);
  Value* out = items ? drained(e, *items, a.span) : nullptr;
  // Which of the items of a set comes first shows where a key makes them equal.
  const bool is_ordered =
      given[0]->kind != Value::Kind::kSet || !given[1] || given[0]->items().size() < 2;
  if (!out || !is_ordered || !sort_items(e, out->slots(), given[1], given[2], a.span))
    return not_run(e, a, "sorted() of values whose order is not known");
  return out;
}

Value* any(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kTrue);
}

Value* all(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kFalse);
}

constexpr Member kMembers[] = {
    {"all", all}, {"any", any},       {"len", len}, {"max", max},
    {"min", min}, {"sorted", sorted}, {"sum", sum},
};

}  // namespace

bool sort_items(Evaluator& e, std::span<Value*> items, Value* key, const Value* reverse,
                Span span) {
  struct Item {
    Value* value;
    Value* rank;
  };
  const auto truth = reverse ? e.truth(*reverse) : Evaluator::Truth::kFalse;
  bool known = truth != Evaluator::Truth::kUnknown;
  std::vector<Item> all;
  for (Value* item : items) {
    e.step();
    all.push_back({item, rank_of(e, key, item, span)});
    known = known && has_order(*all.back().rank);
  }
  if (!known) return false;
  // Python reverses before and after, so that equal items keep their order.
  const bool backwards = truth == Evaluator::Truth::kTrue;
  if (backwards) std::ranges::reverse(all);
  std::ranges::stable_sort(all, [&](const Item& x, const Item& y) {
    e.step();
    const auto less =
        known ? compare(e, syntax::Operator::kLess, *x.rank, *y.rank, span) : std::optional(false);
    known = less.has_value();
    return less.value_or(false);
  });
  if (backwards) std::ranges::reverse(all);
  std::ranges::transform(all, items.begin(), [](const Item& item) { return item.value; });
  return known;
}

std::span<const Member> reductions() {
  return kMembers;
}

}  // namespace mmlint::python::builtins

#include <algorithm>

#include <fmt/format.h>

#include "python/eval/arguments.h"
#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"

// Python's functions that make one value of many, and sorting.
namespace mmlint::python::builtins {

namespace {

Value* rank_of(Evaluator& e, Value& key, Value* item, Span span) {
  Arguments a;
  a.positional = {item};
  a.span = span;
  return e.call(key, a);
}

// min() and max(): the first of the best.
Value* extreme(Evaluator& e, A a, syntax::Operator op) {
  Value* key = keyword(a, "key");
  Value* otherwise = keyword(a, "default");
  for (const Keyword& k : a.keywords) {
    if (k.name != "key" && k.name != "default") {
      e.raise("TypeError", fmt::format("wrong keyword argument '{}'", k.name), a.span);
    }
  }
  if (a.positional.empty()) e.raise("TypeError", "expected at least 1 argument, got 0", a.span);
  const bool several = a.positional.size() > 1;
  if (several && otherwise) e.raise("TypeError", "default= is only for a single iterable", a.span);
  Value* all = a.positional[0];
  if (several) {
    all = e.pool().make(Value::Kind::kList, a.span);
    all->edit_items().assign(a.positional);
  }
  Iterator* items = iterator_in_any_order(e, *all, a.span);
  Value* best = nullptr;
  Value* best_key = nullptr;
  bool known = true;
  while (Value* item = items ? items->next(e, a.span) : nullptr) {
    Value* rank = key && key->kind != Value::Kind::kNone ? rank_of(e, *key, item, a.span) : item;
    const auto better = best ? compare(e, op, *rank, *best_key, a.span) : true;
    known = known && better && rank->kind != Value::Kind::kUnknown;
    if (!better || !*better) continue;
    best = item;
    best_key = rank;
  }
  // Among items of a set that are equal, which is first is not known.
  if (all->kind == Value::Kind::kSet && key && all->items().size() > 1) known = false;
  if (!items || !items->known() || !known) {
    return not_computed(e, a, "min() or max() of unknown values");
  }
  if (best) return best;
  if (!otherwise) e.raise("ValueError", "min() or max() of an empty sequence", a.span);
  return otherwise;
}

}  // namespace

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

namespace {

// NaN and sets have no order that sorting could rely on.
bool has_order(const Value& v, int depth = 0) {
  if (depth > 8) return false;
  if (v.kind == Value::Kind::kFloat) return v.floating == v.floating;
  return v.kind != Value::Kind::kSet &&
         (v.kind == Value::Kind::kDict ||
          std::all_of(v.items().begin(), v.items().end(),
                      [&](const Value* item) { return has_order(*item, depth + 1); }));
}

}  // namespace

bool sort_items(Evaluator& e, std::span<Value*> items, Value* key, bool reverse, Span span) {
  struct Item {
    Value* value;
    Value* rank;
  };
  std::vector<Item> all;
  bool known = true;
  for (Value* item : items) {
    e.step();
    Value* rank = key && key->kind != Value::Kind::kNone ? rank_of(e, *key, item, span) : item;
    all.push_back({item, rank});
    known = known && rank->kind != Value::Kind::kUnknown && has_order(*rank);
  }
  if (!known) return false;
  // Python reverses before and after, so that equal items keep their order.
  if (reverse) std::reverse(all.begin(), all.end());
  std::stable_sort(all.begin(), all.end(), [&](const Item& x, const Item& y) {
    e.step();
    if (!known) return false;
    const auto less = compare(e, syntax::Operator::kLess, *x.rank, *y.rank, span);
    known = less.has_value();
    return less.value_or(false);
  });
  if (reverse) std::reverse(all.begin(), all.end());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = all[i].value;
  return known;
}

Value* sorted(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"sorted", {"iterable", "key", "reverse"}, 1, 1, 1});
  Iterator* items = iterator_in_any_order(e, *given[0], a.span);
  Value* out = items ? drained(e, *items, a.span) : nullptr;
  const auto reverse = given[2] ? e.truth(*given[2]) : Evaluator::Truth::kFalse;
  // Which of a set's items comes first shows where a key makes them equal.
  const bool unordered =
      given[0]->kind == Value::Kind::kSet && given[1] && given[0]->items().size() > 1;
  if (!out || unordered || reverse == Evaluator::Truth::kUnknown ||
      !sort_items(e, out->slots(), given[1], reverse == Evaluator::Truth::kTrue, a.span)) {
    return not_computed(e, a, "sorted() of unknown values");
  }
  return out;
}

namespace {

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

}  // namespace

Value* any(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kTrue);
}

Value* all(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kFalse);
}

}  // namespace mmlint::python::builtins

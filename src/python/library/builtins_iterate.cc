#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "python/eval/arguments.h"
#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"
#include "value/scalar_text.h"

// Python's functions that make iterators, and those that use iterables up.
namespace mmlint::python::builtins {
namespace {

class Zip : public Iterator {
 public:
  explicit Zip(std::vector<Iterator*> columns) : Iterator("zip"), columns_(std::move(columns)) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    for (Iterator* column : columns_) e.taint(*column, reason, span);
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    if (columns_.empty()) return nullptr;
    Value* row = e.pool().make(Value::Kind::kTuple, span);
    for (Iterator* column : columns_) {
      Value* item = column->next(e, span);
      if (!column->known()) forget(column->unknown);
      if (!item) return nullptr;
      row->edit_items().push_back(item);
    }
    return row;
  }
  std::vector<Iterator*> columns_;
};

class Enumerate : public Iterator {
 public:
  Enumerate(Iterator* items, std::int64_t from) : Iterator("enumerate"), items_(items), i_(from) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    e.taint(*items_, reason, span);
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    Value* item = items_->next(e, span);
    if (!items_->known()) forget(items_->unknown);
    if (!item) return nullptr;
    Value* pair = e.pool().make(Value::Kind::kTuple, span);
    pair->edit_items().assign({e.pool().integer(i_++, span), item});
    return pair;
  }
  Iterator* items_;
  std::int64_t i_;
};

// min() and max() without keywords: the first of the best.
Value* extreme(Evaluator& e, A a, syntax::Operator op) {
  if (!a.keywords.empty()) return not_run(e, a, "min() or max() with a keyword");
  if (a.positional.empty()) e.raise("TypeError", "expected at least 1 argument, got 0", a.span);
  Value* all = a.positional[0];
  if (a.positional.size() > 1) {
    all = e.pool().make(Value::Kind::kList, a.span);
    all->edit_items().assign(a.positional);
  }
  Iterator* items = iterator_in_any_order(e, *all, a.span);
  Value* best = nullptr;
  bool known = items != nullptr;
  while (Value* item = items ? items->next(e, a.span) : nullptr) {
    const auto better = best ? compare(e, op, *item, *best, a.span) : true;
    known = known && better && item->kind != Value::Kind::kUnknown;
    if (better && *better) best = item;
  }
  if (!known || !items->known()) return not_computed(e, a, "min() or max() of unknown values");
  if (!best) e.raise("ValueError", "min() or max() of an empty sequence", a.span);
  return best;
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

// Strings, and numbers but for NaN: what sorting without a key orders in one way only.
bool has_order(const Value* v) {
  return v->kind == Value::Kind::kString ||
         (is_number(*v) && !v->big &&
          (v->kind != Value::Kind::kFloat || v->floating == v->floating));
}

}  // namespace

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

Value* range(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"range", {"start", "stop", "step"}, 1, 3, 3});
  for (const Value* v : a.positional) {
    if (!index_argument(e, *v, a.span)) return not_computed(e, a, "a range with unknown bounds");
  }
  RangeObject out;
  (given[1] ? out.start : out.stop) = int_of(*given[0]);
  if (given[1]) out.stop = int_of(*given[1]);
  if (given[2]) out.step = int_of(*given[2]);
  if (out.step == 0) e.raise("ValueError", "range() arg 3 must not be zero", a.span);
  return object_value(e, ObjectPtr(new RangeObject(out)), "range", a.span);
}

Value* enumerate(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"enumerate", {"iterable", "start"}, 1, 2, 0});
  Iterator* items = iterator_of(e, *given[0], a.span);
  if (!items || (given[1] && !is_small_int(given[1]))) {
    return not_computed(e, a, "enumerate() of this");
  }
  return iterator_value(e, std::make_unique<Enumerate>(items, given[1] ? int_of(*given[1]) : 0),
                        a.span);
}

Value* zip(Evaluator& e, Value*, A a) {
  if (!a.keywords.empty()) return not_run(e, a, "zip() with a keyword");
  std::vector<Iterator*> columns;
  for (Value* v : a.positional) {
    columns.push_back(iterator_of(e, *v, a.span));
    if (!columns.back()) return not_computed(e, a, "zip() of unknown items");
  }
  return iterator_value(e, std::make_unique<Zip>(std::move(columns)), a.span);
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
  if (given[1]) return not_run(e, a, "sorted() with a key");
  Iterator* items = iterator_in_any_order(e, *given[0], a.span);
  Value* out = items ? drained(e, *items, a.span) : nullptr;
  const auto reverse = given[2] ? e.truth(*given[2]) : Evaluator::Truth::kFalse;
  if (!out || reverse == Evaluator::Truth::kUnknown ||
      !std::all_of(out->items().begin(), out->items().end(), has_order)) {
    return not_run(e, a, "sorted() of values that are not all strings or numbers");
  }
  const bool backwards = reverse == Evaluator::Truth::kTrue;
  const auto op = backwards ? syntax::Operator::kGreater : syntax::Operator::kLess;
  std::stable_sort(out->slots().begin(), out->slots().end(), [&](Value* x, Value* y) {
    e.step();
    return compare(e, op, *x, *y, a.span).value_or(false);
  });
  return out;
}

Value* any(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kTrue);
}

Value* all(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kFalse);
}

}  // namespace mmlint::python::builtins

#include "resolve/eval/builtins.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "resolve/eval/numbers.h"

namespace mmlint::resolve::builtins {

Value* len(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (v) e.hazards.look_into(*v);
  if (!v || v->kind == Kind::kUnknown || v->kind == Kind::kObject) {
    return not_computed(e, a, "the length of an unknown value");
  }
  if (v->kind == Kind::kString) {
    return e.pool().integer(static_cast<std::int64_t>(count_characters(v->text)), a.span);
  }
  if (v->kind == Kind::kDict)
    return e.pool().integer(static_cast<std::int64_t>(v->dict.size()), a.span);
  if (v->is_container())
    return e.pool().integer(static_cast<std::int64_t>(v->items.size()), a.span);
  e.raise("TypeError", fmt::format("object of type '{}' has no len()", type_name(*v)), a.span);
}

Value* range(Evaluator& e, Value*, A a) {
  std::array<std::int64_t, 3> n{0, 0, 1};
  for (const Value* v : a.positional) {
    if ((v->kind != Kind::kInt && v->kind != Kind::kBool) || v->big) {
      if (v->kind == Kind::kUnknown) return not_computed(e, a, "a range with unknown bounds");
      e.raise("TypeError", fmt::format("'{}' cannot be a range bound", type_name(*v)), a.span);
    }
  }
  if (a.positional.empty() || a.positional.size() > 3)
    e.raise("TypeError", "range() needs 1 to 3 arguments", a.span);
  if (a.positional.size() == 1)
    n[1] = int_of(*a.positional[0]);
  else
    for (std::size_t i = 0; i < a.positional.size(); ++i) n[i] = int_of(*a.positional[i]);
  if (n[2] == 0) e.raise("ValueError", "range() arg 3 must not be zero", a.span);
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  for (std::int64_t i = n[0]; n[2] > 0 ? i < n[1] : i > n[1];) {
    e.check_items(out->items.size() + 1, a.span);
    out->items.push_back(e.pool().integer(i, a.span));
    if (__builtin_add_overflow(i, n[2], &i)) break;
  }
  return out;
}

namespace {

Value* extreme(Evaluator& e, A a, syntax::Operator op) {
  const std::vector<Value*>* items = a.positional.size() == 1 ? items_of(e, a) : &a.positional;
  if (!items || items->empty() || !a.keywords.empty())
    return not_computed(e, a, "min() or max() of this");
  Value* best = (*items)[0];
  for (Value* item : *items) {
    const auto better = compare(e, op, *item, *best, a.span);
    if (!better) return not_computed(e, a, "min() or max() of an unknown value");
    if (*better) best = item;
  }
  return best;
}

}  // namespace

Value* max(Evaluator& e, Value*, A a) {
  return extreme(e, a, syntax::Operator::kGreater);
}

Value* min(Evaluator& e, Value*, A a) {
  return extreme(e, a, syntax::Operator::kLess);
}

Value* sum(Evaluator& e, Value*, A a) {
  const auto* items = items_of(e, a);
  if (!items) return not_computed(e, a, "the sum of unknown values");
  Value* start = a.positional.size() > 1 ? a.positional[1] : keyword(a, "start");
  Value* total = start ? start : e.pool().integer(0, a.span);
  for (Value* item : std::vector<Value*>(*items)) {
    e.step();
    total = binary(e, syntax::Operator::kAdd, *total, *item, a.span);
  }
  return total;
}

Value* sorted(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  const auto* items = v && v->kind == Kind::kSet ? &v->items : items_of(e, a);
  if (!items || !a.keywords.empty()) return not_computed(e, a, "sorted() of this");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->items = *items;
  bool known = true;
  std::stable_sort(out->items.begin(), out->items.end(), [&](Value* x, Value* y) {
    e.step();
    const auto less = compare(e, syntax::Operator::kLess, *x, *y, a.span);
    known = known && less.has_value();
    return less.value_or(false);
  });
  return known ? out : not_computed(e, a, "sorted() of unknown values");
}

Value* reversed(Evaluator& e, Value*, A a) {
  const auto* items = items_of(e, a);
  if (!items) return not_computed(e, a, "reversed() of unknown items");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  out->items.assign(items->rbegin(), items->rend());
  return out;
}

Value* enumerate(Evaluator& e, Value*, A a) {
  const auto* items = items_of(e, a);
  const Value* start = a.positional.size() > 1 ? a.positional[1] : keyword(a, "start");
  if (!items || (start && start->kind != Kind::kInt))
    return not_computed(e, a, "enumerate() of this");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  std::int64_t i = start ? start->integer : 0;
  for (Value* item : *items)
    out->items.push_back(pair(e, e.pool().integer(i++, a.span), item, a.span));
  return out;
}

Value* zip(Evaluator& e, Value*, A a) {
  std::vector<const std::vector<Value*>*> columns;
  for (Value* v : a.positional) {
    columns.push_back(e.iterate(*v, a.span));
    if (!columns.back()) return not_computed(e, a, "zip() of unknown items");
  }
  if (!a.keywords.empty()) return not_computed(e, a, "zip() with options");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  std::size_t rows = columns.empty() ? 0 : columns[0]->size();
  for (const auto* column : columns) rows = std::min(rows, column->size());
  for (std::size_t i = 0; i < rows; ++i) {
    Value* row = e.pool().make(Kind::kTuple, a.span);
    for (const auto* column : columns) row->items.push_back((*column)[i]);
    out->items.push_back(row);
  }
  return out;
}

namespace {

Value* call_with(Evaluator& e, Value& function, Value* item, Span span) {
  Arguments one;
  one.positional = {item};
  one.span = span;
  return e.call(function, one);
}

}  // namespace

Value* map(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2) return not_computed(e, a, "map() over several iterables");
  const auto* items = e.iterate(*a.positional[1], a.span);
  if (!items) return not_computed(e, a, "map() over unknown items");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  for (Value* item : std::vector<Value*>(*items)) {
    out->items.push_back(call_with(e, *a.positional[0], item, a.span));
  }
  return out;
}

Value* filter(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2) return not_computed(e, a, "filter() of this");
  const auto* items = e.iterate(*a.positional[1], a.span);
  if (!items) return not_computed(e, a, "filter() over unknown items");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  for (Value* item : std::vector<Value*>(*items)) {
    const bool itself = a.positional[0]->kind == Kind::kNone;
    Value* keep = itself ? item : call_with(e, *a.positional[0], item, a.span);
    const auto truth = e.truth(*keep);
    if (truth == Evaluator::Truth::kUnknown)
      return not_computed(e, a, "filter() with unknown tests");
    if (truth == Evaluator::Truth::kTrue) out->items.push_back(item);
  }
  return out;
}

namespace {

Value* quantifier(Evaluator& e, A a, Evaluator::Truth deciding) {
  const auto* items = items_of(e, a);
  bool known = items != nullptr;
  for (std::size_t i = 0; items && i < items->size(); ++i) {
    const auto truth = e.truth(*(*items)[i]);
    if (truth == deciding && known) {
      return e.pool().boolean(deciding == Evaluator::Truth::kTrue, a.span);
    }
    known = known && truth != Evaluator::Truth::kUnknown;
  }
  if (!known) return not_computed(e, a, "any() or all() of unknown values");
  return e.pool().boolean(deciding != Evaluator::Truth::kTrue, a.span);
}

}  // namespace

Value* any(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kTrue);
}

Value* all(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kFalse);
}

}  // namespace mmlint::resolve::builtins

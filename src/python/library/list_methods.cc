#include <algorithm>

#include <fmt/format.h>

#include "python/eval/arguments.h"
#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"

// Methods of lists and tuples.
namespace mmlint::python {
namespace {

using A = const Arguments&;

Value* none(Evaluator& e, A a) {
  return e.pool().none(a.span);
}

Value* change_unknown(Evaluator& e, Value* self, A a, std::string_view reason) {
  e.taint(*self, reason, a.span);
  return e.unknown(reason, a.span);
}

}  // namespace

bool extend_list(Evaluator& e, Value& list, Value& from, Span span) {
  if (from.kind == Value::Kind::kList || from.kind == Value::Kind::kTuple) {
    const Value::Items& given = *e.iterate(from, span);
    const std::vector<Value*> copy(given.begin(), given.end());  // it may be the list itself
    e.check_items(list.items().size() + copy.size(), span);
    list.edit_items().append(copy);
    return true;
  }
  Iterator* items = iterator_of(e, from, span);
  while (Value* item = items ? items->next(e, span) : nullptr) {
    e.check_items(list.items().size() + 1, span);
    list.edit_items().push_back(item);
  }
  return items && items->known();
}

namespace {

Value* append(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"append", {"object"}, 1, 1, 1});
  e.check_items(self->items().size() + 1, a.span);
  self->edit_items().push_back(given[0]);
  return none(e, a);
}

Value* extend(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"extend", {"iterable"}, 1, 1, 1});
  if (!extend_list(e, *self, *given[0], a.span)) {
    return change_unknown(e, self, a, "extended by unknown items");
  }
  return none(e, a);
}

Value* insert(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"insert", {"index", "object"}, 2, 2, 2});
  const auto place = index_argument(e, *given[0], a.span);
  if (!place) return change_unknown(e, self, a, "insert() at an unknown place");
  e.check_items(self->items().size() + 1, a.span);
  e.step(self->items().size() / 64);
  const auto n = static_cast<std::int64_t>(self->items().size());
  const std::int64_t i = *place < 0 ? std::max<std::int64_t>(0, *place + n) : *place;
  self->edit_items().insert(static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, n)),
                            std::span(&given[1], 1));
  return none(e, a);
}

Value* pop(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"pop", {"index"}, 0, 1, 1});
  const auto n = static_cast<std::int64_t>(self->items().size());
  const auto place =
      given[0] ? index_argument(e, *given[0], a.span) : std::optional<std::int64_t>(-1);
  if (!place) return change_unknown(e, self, a, "pop() of an unknown place");
  std::int64_t i = *place;
  if (i < 0) i += n;
  if (i < 0 || i >= n)
    e.raise("IndexError", n == 0 ? "pop from empty list" : "pop index out of range", a.span);
  e.step(static_cast<std::uint64_t>(n - i) / 64);
  Value* value = e.live(self->slots()[static_cast<std::size_t>(i)]);
  self->edit_items().erase(static_cast<std::size_t>(i));
  return value;
}

// Where an equal item stands from `from` on; items.size() if there is none, nullopt if it cannot be
// known.
std::optional<std::size_t> position(Evaluator& e, const Value& self, Value& wanted, Span span,
                                    std::size_t from = 0, std::size_t to = SIZE_MAX) {
  for (std::size_t i = from; i < self.items().size() && i < to; ++i) {
    if (self.items()[i] == &wanted && wanted.kind != Value::Kind::kUnknown) return i;
    const auto same = compare(e, syntax::Operator::kEqual, *self.items()[i], wanted, span);
    if (!same) return std::nullopt;
    if (*same) return i;
  }
  return self.items().size();
}

Value* remove(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"remove", {"value"}, 1, 1, 1});
  const auto i = position(e, *self, *given[0], a.span);
  if (!i) return change_unknown(e, self, a, "remove() of an unknown item");
  if (*i == self->items().size()) e.raise("ValueError", "list.remove(x): x not in list", a.span);
  self->edit_items().erase(*i);
  return none(e, a);
}

Value* index(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"index", {"value", "start", "stop"}, 1, 3, 3});
  const auto n = static_cast<std::int64_t>(self->items().size());
  std::int64_t ends[2] = {0, n};
  for (std::size_t k = 0; k < 2; ++k) {
    if (!given[k + 1]) continue;
    const auto place = index_argument(e, *given[k + 1], a.span);
    if (!place) return not_computed(e, a, "index() between unknown places");
    ends[k] = *place;
    if (ends[k] < 0) ends[k] = std::max<std::int64_t>(0, ends[k] + n);
  }
  const auto i = position(e, *self, *given[0], a.span, static_cast<std::size_t>(ends[0]),
                          static_cast<std::size_t>(ends[1]));
  if (!i) return not_computed(e, a, "index() of an unknown item");
  if (*i == self->items().size()) e.raise("ValueError", "x is not in the list", a.span);
  return e.pool().integer(static_cast<std::int64_t>(*i), a.span);
}

Value* count(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"count", {"value"}, 1, 1, 1});
  std::int64_t n = 0;
  for (Value* item : self->items()) {
    const auto same = item == given[0] && item->kind != Value::Kind::kUnknown
                          ? std::optional(true)
                          : compare(e, syntax::Operator::kEqual, *item, *given[0], a.span);
    if (!same) return not_computed(e, a, "count() of unknown items");
    n += *same ? 1 : 0;
  }
  return e.pool().integer(n, a.span);
}

Value* reverse(Evaluator& e, Value* self, A a) {
  bound(e, a, {"reverse", {}, 0, 0, 0});
  e.step(self->items().size() / 16);
  std::reverse(self->edit_items().begin(), self->edit_items().end());
  return none(e, a);
}

Value* clear(Evaluator& e, Value* self, A a) {
  bound(e, a, {"clear", {}, 0, 0, 0});
  self->edit_items().clear();
  return none(e, a);
}

Value* copy(Evaluator& e, Value* self, A a) {
  bound(e, a, {"copy", {}, 0, 0, 0});
  e.iterate(*self, a.span);  // thaws the items, which the copy shares
  Value* out = e.pool().make(Value::Kind::kList, a.span);
  out->edit_items().assign(self->items());
  return out;
}

Value* sort(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"sort", {"key", "reverse"}, 0, 0, 0});
  const auto reverse = given[1] ? e.truth(*given[1]) : Evaluator::Truth::kFalse;
  e.iterate(*self, a.span);
  std::vector<Value*> items(self->items().begin(), self->items().end());
  if (reverse == Evaluator::Truth::kUnknown ||
      !builtins::sort_items(e, items, given[0], reverse == Evaluator::Truth::kTrue, a.span)) {
    return change_unknown(e, self, a, "sort() of unknown items");
  }
  self->edit_items().assign(items);
  return none(e, a);
}

constexpr Method kList[] = {
    {"append", append, true},   {"clear", clear, true},   {"copy", copy, false},
    {"count", count, false},    {"extend", extend, true}, {"index", index, false},
    {"insert", insert, true},   {"pop", pop, true},       {"remove", remove, true},
    {"reverse", reverse, true}, {"sort", sort, true}};
constexpr Method kTuple[] = {{"count", count, false}, {"index", index, false}};

}  // namespace

Value* list_method(Evaluator& e, Value& self, std::string_view name, Span span) {
  if (self.kind == Value::Kind::kSet) return set_method(e, self, name, span);
  if (self.kind == Value::Kind::kTuple) return find_method(e, kTuple, self, name, span);
  return find_method(e, kList, self, name, span);
}

}  // namespace mmlint::python

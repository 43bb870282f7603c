#include <algorithm>

#include <fmt/format.h>

#include "python/eval/arguments.h"
#include "python/eval/iterator.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"

// Methods of lists, tuples and sets.
namespace mmlint::python {
namespace {

using A = const Arguments&;

Value* none(Evaluator& e, A a) {
  return e.pool().none(a.span);
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
    return change_unknown(e, *self, "extended by unknown items", a.span);
  }
  return none(e, a);
}

Value* insert(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"insert", {"index", "object"}, 2, 2, 2});
  const auto place = index_argument(e, *given[0], a.span);
  if (!place) return change_unknown(e, *self, "insert() at an unknown place", a.span);
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
  if (!place) return change_unknown(e, *self, "pop() of an unknown place", a.span);
  std::int64_t i = *place;
  if (i < 0) i += n;
  if (i < 0 || i >= n)
    e.raise("IndexError", n == 0 ? "pop from empty list" : "pop index out of range", a.span);
  e.step(static_cast<std::uint64_t>(n - i) / 64);
  Value* value = e.live(self->slots()[static_cast<std::size_t>(i)]);
  self->edit_items().erase(static_cast<std::size_t>(i));
  return value;
}

Value* remove(Evaluator& e, Value* self, A a) {
  Value& wanted = *bound(e, a, {"remove", {"value"}, 1, 1, 1})[0];
  for (std::size_t i = 0; i < self->items().size(); ++i) {
    Value* item = self->items()[i];
    const bool is_it = item == &wanted && wanted.kind != Value::Kind::kUnknown;
    const auto same = is_it ? std::optional(true) : equals(e, *item, wanted);
    if (!same) return change_unknown(e, *self, "remove() of an unknown item", a.span);
    if (!*same) continue;
    self->edit_items().erase(i);
    return none(e, a);
  }
  e.raise("ValueError", "list.remove(x): x not in list", a.span);
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

constexpr Method kList[] = {{"append", append, true}, {"clear", clear, true},   {"copy", copy},
                            {"extend", extend, true}, {"insert", insert, true}, {"pop", pop, true},
                            {"remove", remove, true}};

}  // namespace

const Methods& sequence_methods(const Value& sequence) {
  static constexpr Methods kOfList{"list", kList, "count index reverse sort"};
  static constexpr Methods kOfTuple{"tuple", {}, "count index"};
  static constexpr Methods kOfSet{
      "set",
      {},
      "add clear copy difference difference_update discard intersection intersection_update "
      "isdisjoint issubset issuperset pop remove symmetric_difference symmetric_difference_update "
      "union update"};
  switch (sequence.kind) {
    case Value::Kind::kList:
      return kOfList;
    case Value::Kind::kTuple:
      return kOfTuple;
    default:
      return kOfSet;
  }
}

}  // namespace mmlint::python


#include "python/eval/operators.h"
#include "python/library/builtins.h"

// Methods of lists, tuples and sets.
namespace mmlint::python {
namespace {

using A = const Arguments&;

Value* none(Evaluator& e, A a) {
  return e.pool().none(a.span);
}

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

// Whether an item is the wanted one or equals it; nullopt if that cannot be known.
std::optional<bool> is_item(Evaluator& e, const Value& item, const Value& wanted) {
  if (&item == &wanted && wanted.kind != Value::Kind::kUnknown) return true;
  return equals(e, item, wanted);
}

// The place of the first item from `from` on that is the wanted one, `to` if there is none; nullopt
// if that cannot be known.
std::optional<std::size_t> place_of(Evaluator& e, const Value& list, const Value& wanted,
                                    std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    const auto is_it = is_item(e, *list.items()[i], wanted);
    if (!is_it) return std::nullopt;
    if (*is_it) return i;
  }
  return to;
}

Value* remove(Evaluator& e, Value* self, A a) {
  Value& wanted = *bound(e, a, {"remove", {"value"}, 1, 1, 1})[0];
  const std::size_t size = self->items().size();
  const auto place = place_of(e, *self, wanted, 0, size);
  if (!place) return change_unknown(e, *self, "remove() of an unknown item", a.span);
  if (*place == size) e.raise("ValueError", "list.remove(x): x not in list", a.span);
  self->edit_items().erase(*place);
  return none(e, a);
}

Value* index(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"index", {"value", "start", "stop"}, 1, 3, 3});
  const auto size = static_cast<std::int64_t>(self->items().size());
  std::int64_t ends[2] = {0, size};
  for (std::size_t i = 0; i < 2; ++i) {
    if (!given[i + 1]) continue;
    const auto end = index_argument(e, *given[i + 1], a.span);
    if (!end) return not_computed(e, a, "index() between unknown places");
    ends[i] = std::clamp<std::int64_t>(*end < 0 ? *end + size : *end, 0, size);
  }
  const auto to = static_cast<std::size_t>(ends[1]);
  const auto place = place_of(e, *self, *given[0], static_cast<std::size_t>(ends[0]), to);
  if (!place) return not_computed(e, a, "index() of an unknown item");
  if (*place >= to) e.raise("ValueError", "x is not in the list", a.span);
  return e.pool().integer(static_cast<std::int64_t>(*place), a.span);
}

Value* count(Evaluator& e, Value* self, A a) {
  const Value& wanted = *bound(e, a, {"count", {"value"}, 1, 1, 1})[0];
  std::int64_t found = 0;
  for (const Value* item : self->items()) {
    const auto is_it = is_item(e, *item, wanted);
    if (!is_it) return not_computed(e, a, "count() of unknown items");
    found += *is_it ? 1 : 0;
  }
  return e.pool().integer(found, a.span);
}

Value* reverse(Evaluator& e, Value* self, A a) {
  bound(e, a, {"reverse", {}, 0, 0, 0});
  e.step(self->items().size() / 16);
  std::ranges::reverse(self->edit_items());
  return none(e, a);
}

Value* sort(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"sort", {"key", "reverse"}, 0, 0, 0});
  e.iterate(*self, a.span);
  std::vector<Value*> items(self->items().begin(), self->items().end());
  if (!builtins::sort_items(e, items, given[0], given[1], a.span)) {
    return change_unknown(e, *self, "sort() of values whose order is not known", a.span);
  }
  self->edit_items().assign(items);
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

constexpr Method kList[] = {
    {"append", append, true},   {"clear", clear, true},   {"copy", copy},
    {"count", count},           {"extend", extend, true}, {"index", index},
    {"insert", insert, true},   {"pop", pop, true},       {"remove", remove, true},
    {"reverse", reverse, true}, {"sort", sort, true}};
constexpr Method kTuple[] = {{"count", count}, {"index", index}};

}  // namespace

bool extend_list(Evaluator& e, Value& list, Value& from, Span span) {
  if (from.is_sequence()) {
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

const Methods& sequence_methods(const Value& sequence) {
  static constexpr Methods kOfList{"list", kList, ""};
  static constexpr Methods kOfTuple{"tuple", kTuple, ""};
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

#include <algorithm>

#include <fmt/format.h>

#include "resolve/eval/natives.h"
#include "resolve/eval/numbers.h"

// Methods of lists, tuples and sets.
namespace mmlint::resolve {
namespace {

using A = const Arguments&;

Value* none(Evaluator& e, A a) {
  return e.pool().none(a.span);
}

Value* change_unknown(Evaluator& e, Value* self, A a, std::string_view reason) {
  e.taint(*self, reason, a.span);
  return e.unknown(reason, a.span);
}

void take(Evaluator& e, A a, std::size_t from, std::size_t to) {
  if (a.positional.size() >= from && a.positional.size() <= to && a.keywords.empty()) return;
  e.raise("TypeError", fmt::format("the method does not take {} arguments", a.positional.size()),
          a.span);
}

// An index of a list; nullopt if it is not known.
std::optional<std::int64_t> index_argument(Evaluator& e, const Value& v, Span span) {
  if (v.kind == Kind::kUnknown || v.kind == Kind::kObject || v.big) return std::nullopt;
  if (v.kind != Kind::kInt && v.kind != Kind::kBool) {
    e.raise("TypeError",
            fmt::format("'{}' object cannot be interpreted as an integer", type_name(v)), span);
  }
  return int_of(v);
}

Value* append(Evaluator& e, Value* self, A a) {
  take(e, a, 1, 1);
  e.check_items(self->items.size() + 1, a.span);
  self->items.push_back(a.positional[0]);
  return none(e, a);
}

Value* extend(Evaluator& e, Value* self, A a) {
  take(e, a, 1, 1);
  const auto* items = e.iterate(*a.positional[0], a.span);
  if (!items) return change_unknown(e, self, a, "extended by unknown items");
  const std::vector<Value*> copy = *items;
  e.check_items(self->items.size() + copy.size(), a.span);
  self->items.insert(self->items.end(), copy.begin(), copy.end());
  return none(e, a);
}

Value* insert(Evaluator& e, Value* self, A a) {
  take(e, a, 2, 2);
  const auto place = index_argument(e, *a.positional[0], a.span);
  if (!place) return change_unknown(e, self, a, "insert() at an unknown place");
  e.check_items(self->items.size() + 1, a.span);
  const auto n = static_cast<std::int64_t>(self->items.size());
  const std::int64_t i = *place < 0 ? std::max<std::int64_t>(0, *place + n) : *place;
  self->items.insert(self->items.begin() + std::clamp<std::int64_t>(i, 0, n), a.positional[1]);
  return none(e, a);
}

Value* pop(Evaluator& e, Value* self, A a) {
  const auto n = static_cast<std::int64_t>(self->items.size());
  take(e, a, 0, 1);
  std::int64_t i = n - 1;
  if (!a.positional.empty()) {
    const auto place = index_argument(e, *a.positional[0], a.span);
    if (!place) return change_unknown(e, self, a, "pop() of an unknown place");
    i = *place < 0 ? *place + n : *place;
  }
  if (i < 0 || i >= n)
    e.raise("IndexError", n == 0 ? "pop from empty list" : "pop index out of range", a.span);
  Value* value = e.live(self->items[static_cast<std::size_t>(i)]);
  self->items.erase(self->items.begin() + i);
  return value;
}

// Where an equal item stands; items.size() if there is none, nullopt if it cannot be known.
std::optional<std::size_t> position(const Value& self, const Value& wanted) {
  for (std::size_t i = 0; i < self.items.size(); ++i) {
    if (equal(*self.items[i], wanted)) return i;
    if (!repr(*self.items[i]) && self.items[i]->kind == wanted.kind) return std::nullopt;
  }
  return self.items.size();
}

Value* remove(Evaluator& e, Value* self, A a) {
  take(e, a, 1, 1);
  const auto i = position(*self, *a.positional[0]);
  if (!i) return change_unknown(e, self, a, "remove() of an unknown item");
  if (*i == self->items.size()) e.raise("ValueError", "list.remove(x): x not in list", a.span);
  self->items.erase(self->items.begin() + static_cast<std::ptrdiff_t>(*i));
  return none(e, a);
}

Value* index(Evaluator& e, Value* self, A a) {
  const auto i = a.positional.size() == 1 ? position(*self, *a.positional[0]) : std::nullopt;
  if (!i) return not_computed(e, a, "index() of an unknown item");
  if (*i == self->items.size()) e.raise("ValueError", "x not in list", a.span);
  return e.pool().integer(static_cast<std::int64_t>(*i), a.span);
}

Value* count(Evaluator& e, Value* self, A a) {
  if (a.positional.size() != 1 || !repr(*self))
    return not_computed(e, a, "count() of unknown items");
  const auto n = std::count_if(self->items.begin(), self->items.end(),
                               [&](const Value* v) { return equal(*v, *a.positional[0]); });
  return e.pool().integer(n, a.span);
}

Value* reverse(Evaluator& e, Value* self, A a) {
  take(e, a, 0, 0);
  std::reverse(self->items.begin(), self->items.end());
  return none(e, a);
}

Value* clear(Evaluator& e, Value* self, A a) {
  take(e, a, 0, 0);
  self->items.clear();
  return none(e, a);
}

Value* copy(Evaluator& e, Value* self, A a) {
  take(e, a, 0, 0);
  e.iterate(*self, a.span);  // thaws the items, which the copy shares
  Value* out = e.pool().make(self->kind, a.span);
  out->items = self->items;
  return out;
}

Value* sort(Evaluator& e, Value* self, A a) {
  if (!a.keywords.empty()) return change_unknown(e, self, a, "sort() with a key");
  bool known = true;
  std::vector<Value*> items = self->items;
  std::stable_sort(items.begin(), items.end(), [&](Value* x, Value* y) {
    e.step();
    const auto less = compare(e, syntax::Operator::kLess, *x, *y, a.span);
    known = known && less.has_value();
    return less.value_or(false);
  });
  if (!known) return change_unknown(e, self, a, "sort() of unknown items");
  self->items = std::move(items);
  return none(e, a);
}

Value* add(Evaluator& e, Value* self, A a) {
  if (a.positional.size() != 1 || !hashable(*a.positional[0])) {
    return change_unknown(e, self, a, "add() of an unknown item");
  }
  const auto i = position(*self, *a.positional[0]);
  if (i && *i == self->items.size()) self->items.push_back(a.positional[0]);
  return none(e, a);
}

Value* opaque(Evaluator& e, Value* self, A a) {
  if (self->kind == Kind::kSet)
    return change_unknown(e, self, a, "a set method that is not computed");
  return not_computed(e, a, "a method that is not computed");
}

struct Method {
  std::string_view name;
  Native call;
  bool changes;
};

constexpr Method kList[] = {
    {"append", append, true},   {"clear", clear, true},   {"copy", copy, false},
    {"count", count, false},    {"extend", extend, true}, {"index", index, false},
    {"insert", insert, true},   {"pop", pop, true},       {"remove", remove, true},
    {"reverse", reverse, true}, {"sort", sort, true}};
constexpr Method kTuple[] = {{"count", count, false}, {"index", index, false}};
constexpr Method kSet[] = {
    {"add", add, true},           {"clear", clear, true},     {"copy", copy, false},
    {"difference", opaque, true}, {"discard", opaque, true},  {"intersection", opaque, true},
    {"pop", opaque, true},        {"remove", opaque, true},   {"union", opaque, true},
    {"update", opaque, true},     {"issubset", opaque, true}, {"issuperset", opaque, true}};

}  // namespace

Value* list_method(Evaluator& e, Value& self, std::string_view name, Span span) {
  const std::span<const Method> methods =
      self.view                   ? std::span<const Method>()
      : self.kind == Kind::kList  ? std::span<const Method>(kList)
      : self.kind == Kind::kTuple ? std::span<const Method>(kTuple)
                                  : std::span<const Method>(kSet);
  for (const Method& m : methods) {
    if (m.name == name) return native_value(e, m.name, m.call, &self, m.changes, span);
  }
  return self.view ? e.unknown("an attribute of an iterator", span) : nullptr;
}

}  // namespace mmlint::resolve

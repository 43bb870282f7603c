

#include "base/algorithms.h"
#include "base/text.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"
#include "value/scalar_text.h"

// Python's functions that make iterators.
namespace mmlint::python::builtins {
namespace {

using Row = std::vector<Value*>;

// An iterator that draws from others, its columns, and may call a function for what it draws.
class Drawing : public Iterator {
 public:
  Drawing(std::string_view type_name, std::vector<Iterator*> columns, Value* function = nullptr)
      : Iterator(type_name), columns_(std::move(columns)), function_(function) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    for (Iterator* column : columns_) e.taint(*column, reason, span);
    if (function_) e.taint(*function_, reason, span);
  }

 protected:
  // Returns the next item of each column, or of those before the first one that has ended.
  Row row(Evaluator& e, Span span) {
    Row out;
    for (Iterator* column : columns_) {
      Value* item = column->next(e, span);
      if (!column->known()) forget(column->unknown);
      if (!item) break;
      out.push_back(item);
    }
    return out;
  }

  std::vector<Iterator*> columns_;
  Value* function_;
};

class Zip final : public Drawing {
 public:
  Zip(std::vector<Iterator*> columns, bool strict)
      : Drawing("zip", std::move(columns)), strict_(strict) {}

 private:
  Value* advance(Evaluator& e, Span span) override {
    const Row items = row(e, span);
    if (!items.empty() && items.size() == columns_.size()) return tuple_of(e, items, span);
    bool is_longer = !items.empty();
    for (std::size_t i = 1; strict_ && !is_longer && i < columns_.size(); ++i)
      is_longer = columns_[i]->next(e, span) != nullptr;
    if (strict_ && is_longer) e.raise("ValueError", "zip() argument lengths differ", span);
    return nullptr;
  }
  bool strict_;
};

class Enumerate final : public Drawing {
 public:
  Enumerate(Iterator* items, std::int64_t from) : Drawing("enumerate", {items}), i_(from) {}

 private:
  Value* advance(Evaluator& e, Span span) override {
    const Row item = row(e, span);
    if (item.empty()) return nullptr;
    return tuple_of(e, Row{e.pool().integer(i_++, span), item[0]}, span);
  }
  std::int64_t i_;
};

class Map final : public Drawing {
  using Drawing::Drawing;
  Value* advance(Evaluator& e, Span span) override {
    Row items = row(e, span);
    return items.size() < columns_.size() ? nullptr
                                          : call_with(e, *function_, std::move(items), span);
  }
};

class Filter final : public Drawing {
  using Drawing::Drawing;
  Value* advance(Evaluator& e, Span span) override {
    for (Row item = row(e, span); !item.empty(); item = row(e, span)) {
      const bool itself = function_->kind == Value::Kind::kNone;
      const auto truth = e.truth(itself ? *item[0] : *call_with(e, *function_, item, span));
      if (truth == Evaluator::Truth::kUnknown) forget("filter() with an unknown test");
      if (truth != Evaluator::Truth::kFalse) return item[0];
    }
    return nullptr;
  }
};

// Backwards over a list, which may change meanwhile.
class Reversed final : public Iterator {
 public:
  Reversed(std::string_view type_name, Value& list)
      : Iterator(type_name), list_(list), left_(list.items().size()) {}

 private:
  Value* advance(Evaluator& e, Span) override {
    if (list_.kind == Value::Kind::kUnknown) forget(list_.text());
    if (left_ == 0 || left_ > list_.items().size()) return nullptr;
    return e.live(list_.slots()[--left_]);
  }
  Value& list_;
  std::size_t left_;
};

// All tuples with an item of each list, the last one changing fastest.
class Product final : public Iterator {
 public:
  explicit Product(std::vector<const Value*> lists)
      : Iterator("product"), lists_(std::move(lists)), places_(lists_.size()) {
    ended_ = std::ranges::any_of(lists_, [](const Value* list) { return list->items().empty(); });
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    if (ended_) return nullptr;
    e.step(lists_.size() / 8);
    Row row;
    for (std::size_t i = 0; i < lists_.size(); ++i) row.push_back(lists_[i]->items()[places_[i]]);
    ended_ = true;
    for (std::size_t i = lists_.size(); ended_ && i-- > 0;) {
      places_[i] = (places_[i] + 1) % lists_[i]->items().size();
      ended_ = places_[i] == 0;
    }
    return tuple_of(e, row, span);
  }
  std::vector<const Value*> lists_;
  std::vector<std::size_t> places_;  // of the next tuple
  bool ended_;
};

// The iterators of several arguments; nullopt if one is not known.
std::optional<std::vector<Iterator*>> columns_of(Evaluator& e, std::span<Value* const> values,
                                                 Span span) {
  std::vector<Iterator*> out;
  for (Value* v : values) out.push_back(iterator_of(e, *v, span));
  return !is_in(nullptr, out) ? std::optional(out) : std::nullopt;
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
  const Value* strict = keyword(a, "strict");
  if (a.keywords.size() > (strict ? 1u : 0u))
    e.raise("TypeError", "zip() got a wrong keyword", a.span);
  const auto truth = strict ? e.truth(*strict) : Evaluator::Truth::kFalse;
  auto columns = columns_of(e, a.positional, a.span);
  if (!columns || truth == Evaluator::Truth::kUnknown) {
    return not_computed(e, a, "zip() of unknown items");
  }
  return iterator_value(
      e, std::make_unique<Zip>(std::move(*columns), truth == Evaluator::Truth::kTrue), a.span);
}

Value* map(Evaluator& e, Value*, A a) {
  if (a.positional.size() < 2 || !a.keywords.empty()) {
    e.raise("TypeError", "map() must have at least two arguments.", a.span);
  }
  auto columns = columns_of(e, std::span(a.positional).subspan(1), a.span);
  if (!columns) return not_computed(e, a, "map() over unknown items");
  return iterator_value(e, std::make_unique<Map>("map", std::move(*columns), a.positional[0]),
                        a.span);
}

Value* filter(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"filter", {"function", "iterable"}, 2, 2, 2});
  auto columns = columns_of(e, std::span(given).subspan(1, 1), a.span);
  if (!columns) return not_computed(e, a, "filter() over unknown items");
  return iterator_value(e, std::make_unique<Filter>("filter", std::move(*columns), given[0]),
                        a.span);
}

Value* reversed(Evaluator& e, Value*, A a) {
  Value& v = *bound(e, a, {"reversed", {"sequence"}, 1, 1, 1})[0];
  const bool is_list = v.kind == Value::Kind::kList;
  if (is_list || v.kind == Value::Kind::kTuple) {
    return iterator_value(
        e, std::make_unique<Reversed>(is_list ? "list_reverseiterator" : "reversed", v), a.span);
  }
  if (v.kind == Value::Kind::kSet || dynamic_cast<const Iterator*>(v.object()))
    e.raise("TypeError", fmt::format("'{}' object is not reversible", type_name(v)), a.span);
  Iterator* items = iterator_of(e, v, a.span);
  Value* list = items ? drained(e, *items, a.span) : nullptr;
  if (!list) return not_computed(e, a, "reversed() of unknown items");
  return iterator_value(e, std::make_unique<Reversed>("reversed", *list), a.span);
}

Value* iter(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"iter", {"iterable", "sentinel"}, 1, 2, 2});
  if (given[1]) return not_run(e, a, "iter() with a sentinel");
  Iterator* items = iterator_of(e, *given[0], a.span);
  if (!items) return not_computed(e, a, "iter() of unknown items");
  if (given[0]->object() == items) return given[0];
  Value* out = e.pool().make(Value::Kind::kObject, a.span);
  out->set_text(items->type);
  out->set_object(items);
  return out;
}

Value* next(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"next", {"iterator", "default"}, 1, 2, 2});
  auto* items = dynamic_cast<Iterator*>(given[0]->object());
  if (!items && given[0]->kind != Value::Kind::kUnknown) {
    e.raise("TypeError", fmt::format("'{}' object is not an iterator", type_name(*given[0])),
            a.span);
  }
  Value* item = items ? items->next(e, a.span) : nullptr;
  if (item) return item;
  if (!items || !items->known()) return not_computed(e, a, "next() of unknown items");
  if (given[1]) return given[1];
  e.raise("StopIteration", "", a.span);
}

Value* product(Evaluator& e, Value*, A a) {
  const Value* given = keyword(a, "repeat");
  if (a.keywords.size() > (given ? 1u : 0u)) {
    e.raise("TypeError", "product() got an unexpected keyword argument", a.span);
  }
  const auto repeat = given ? index_argument(e, *given, a.span) : std::optional<std::int64_t>(1);
  const auto columns = columns_of(e, a.positional, a.span);
  if (!repeat || !columns) return not_computed(e, a, "product() of unknown items");
  if (*repeat < 0) e.raise("ValueError", "repeat argument cannot be negative", a.span);
  std::vector<const Value*> once, all;
  for (Iterator* column : *columns) once.push_back(drained(e, *column, a.span));
  if (is_in(nullptr, once)) return not_computed(e, a, "product() of unknown items");
  for (std::int64_t i = 0; !once.empty() && i < *repeat; ++i) {
    e.step(once.size());
    e.check_items(all.size() + once.size(), a.span);
    all.insert(all.end(), once.begin(), once.end());
  }
  return iterator_value(e, std::make_unique<Product>(std::move(all)), a.span);
}

constexpr Member kMembers[] = {
    {"enumerate", enumerate, true},
    {"filter", filter, true},
    {"iter", iter},
    {"map", map, true},
    {"next", next},
    {"range", range, true},
    {"reversed", reversed, true},
    {"zip", zip, true},
};

}  // namespace

std::span<const Member> iterators() {
  return kMembers;
}

}  // namespace mmlint::python::builtins

namespace mmlint::python {

std::span<const Member> itertools_members() {
  static constexpr Member kMembers[] = {{"product", builtins::product, true}};
  return kMembers;
}

}  // namespace mmlint::python

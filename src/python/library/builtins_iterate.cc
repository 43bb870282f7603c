#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "python/eval/arguments.h"
#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"
#include "value/scalar_text.h"

// Python's functions that make iterators, and those that use them up.
namespace mmlint::python::builtins {
namespace {

Value* pair(Evaluator& e, Value* x, Value* y, Span span) {
  Value* out = e.pool().make(Value::Kind::kTuple, span);
  out->edit_items().assign({x, y});
  return out;
}

class Zip : public Iterator {
 public:
  Zip(std::vector<Iterator*> columns, bool strict)
      : Iterator("zip"), columns_(std::move(columns)), strict_(strict) {}

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
      if (!item && strict_) check_end(e, row->items().size(), span);
      if (!item) return nullptr;
      row->edit_items().push_back(item);
    }
    return row;
  }
  void check_end(Evaluator& e, std::size_t taken, Span span) {
    bool longer = taken != 0;
    for (std::size_t i = 1; i < columns_.size() && !longer; ++i) {
      longer = columns_[i]->next(e, span) != nullptr;
    }
    if (longer) e.raise("ValueError", "zip() argument lengths differ", span);
  }
  std::vector<Iterator*> columns_;
  bool strict_;
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
    return item ? pair(e, e.pool().integer(i_++, span), item, span) : nullptr;
  }
  Iterator* items_;
  std::int64_t i_;
};

class Map : public Iterator {
 public:
  Map(Value& function, std::vector<Iterator*> columns)
      : Iterator("map"), function_(function), columns_(std::move(columns)) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    e.taint(function_, reason, span);
    for (Iterator* column : columns_) e.taint(*column, reason, span);
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    std::vector<Value*> row;
    for (Iterator* column : columns_) {
      Value* item = column->next(e, span);
      if (!column->known()) forget(column->unknown);
      if (!item) return nullptr;
      row.push_back(item);
    }
    return call_with(e, function_, std::move(row), span);
  }
  Value& function_;
  std::vector<Iterator*> columns_;
};

class Filter : public Iterator {
 public:
  Filter(Value& function, Iterator* items)
      : Iterator("filter"), function_(function), items_(items) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    e.taint(function_, reason, span);
    e.taint(*items_, reason, span);
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    while (Value* item = items_->next(e, span)) {
      const bool itself = function_.kind == Value::Kind::kNone;
      const auto truth = e.truth(itself ? *item : *call_with(e, function_, {item}, span));
      if (truth == Evaluator::Truth::kUnknown) forget("filter() with an unknown test");
      if (truth != Evaluator::Truth::kFalse) return item;
    }
    if (!items_->known()) forget(items_->unknown);
    return nullptr;
  }
  Value& function_;
  Iterator* items_;
};

// Backwards over a list, which may change meanwhile.
class Reversed : public Iterator {
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

// The iterators of several arguments; false if one is not known.
bool iterators(Evaluator& e, std::span<Value* const> values, std::vector<Iterator*>& out,
               Span span) {
  for (Value* v : values) out.push_back(iterator_of(e, *v, span));
  return std::find(out.begin(), out.end(), nullptr) == out.end();
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
    if (is_small_int(v)) continue;
    if (v->kind == Value::Kind::kUnknown || v->big)
      return not_computed(e, a, "a range with unknown bounds");
    e.raise("TypeError",
            fmt::format("'{}' object cannot be interpreted as an integer", type_name(*v)), a.span);
  }
  RangeObject out;
  (given[1] ? out.start : out.stop) = int_of(*given[0]);
  if (given[1]) out.stop = int_of(*given[1]);
  if (given[2]) out.step = int_of(*given[2]);
  if (out.step == 0) e.raise("ValueError", "range() arg 3 must not be zero", a.span);
  return range_value(e, out, a.span);
}

Value* reversed(Evaluator& e, Value*, A a) {
  Value& v = *bound(e, a, {"reversed", {"sequence"}, 1, 1, 1})[0];
  Value* list = &v;
  std::string_view type = "reversed";
  if (v.kind == Value::Kind::kList) {
    type = "list_reverseiterator";
  } else if (const auto* range = dynamic_cast<const RangeObject*>(v.object())) {
    const std::int64_t n = range->size();
    RangeObject back;
    if (n > 0) {
      back.start = range->at(n - 1);
      back.stop = range->start - range->step;
      back.step = -range->step;
    }
    Iterator* items = iterator_of(e, *range_value(e, back, a.span), a.span);
    Value* out = e.pool().make(Value::Kind::kObject, a.span);
    out->set_text("range_iterator");
    out->set_object(items);
    return out;
  } else if (v.kind == Value::Kind::kString || v.kind == Value::Kind::kDict ||
             v.kind == Value::Kind::kBytes || dynamic_cast<const DictView*>(v.object())) {
    list = drained(e, *iterator_of(e, v, a.span), a.span);
    if (!list) return not_computed(e, a, "reversed() of unknown items");
    type = v.kind == Value::Kind::kDict ? "dict_reversekeyiterator" : "reversed";
  } else if (v.kind == Value::Kind::kUnknown) {
    return not_computed(e, a, "reversed() of unknown items");
  } else if (v.kind != Value::Kind::kTuple) {
    e.raise("TypeError", fmt::format("'{}' object is not reversible", type_name(v)), a.span);
  }
  return iterator_value(e, std::make_unique<Reversed>(type, *list), a.span);
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
  std::vector<Iterator*> columns;
  if (!iterators(e, a.positional, columns, a.span) || truth == Evaluator::Truth::kUnknown) {
    return not_computed(e, a, "zip() of unknown items");
  }
  return iterator_value(
      e, std::make_unique<Zip>(std::move(columns), truth == Evaluator::Truth::kTrue), a.span);
}

Value* map(Evaluator& e, Value*, A a) {
  if (a.positional.size() < 2 || !a.keywords.empty()) {
    e.raise("TypeError", "map() must have at least two arguments.", a.span);
  }
  std::vector<Iterator*> columns;
  if (!iterators(e, std::span(a.positional).subspan(1), columns, a.span)) {
    return not_computed(e, a, "map() over unknown items");
  }
  return iterator_value(e, std::make_unique<Map>(*a.positional[0], std::move(columns)), a.span);
}

Value* filter(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"filter", {"function", "iterable"}, 2, 2, 2});
  Iterator* items = iterator_of(e, *given[1], a.span);
  if (!items) return not_computed(e, a, "filter() over unknown items");
  return iterator_value(e, std::make_unique<Filter>(*given[0], items), a.span);
}

Value* iter(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"iter", {"iterable", "sentinel"}, 1, 2, 2});
  if (given[1]) return not_computed(e, a, "iter() with a sentinel");
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
  if (!items) {
    if (given[0]->kind == Value::Kind::kUnknown)
      return not_computed(e, a, "next() of something unknown");
    e.raise("TypeError", fmt::format("'{}' object is not an iterator", type_name(*given[0])),
            a.span);
  }
  if (Value* item = items->next(e, a.span)) return item;
  if (!items->known()) return not_computed(e, a, "next() of unknown items");
  if (given[1]) return given[1];
  e.raise("StopIteration", "", a.span);
}

}  // namespace mmlint::python::builtins

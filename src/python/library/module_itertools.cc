#include <array>

#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/modules.h"
#include "value/scalar_text.h"

// Python's itertools that pass items on one by one, as CPython's Modules/itertoolsmodule.c.
namespace mmlint::python {
namespace {

using A = const Arguments&;

// An iterator that takes items from others.
class Stream : public Iterator {
 public:
  using Iterator::Iterator;

 protected:
  Value* take(Evaluator& e, Iterator& source, Span span) {
    Value* item = source.next(e, span);
    if (!source.known()) forget(source.unknown);
    return item;
  }
};

class Chain : public Stream {
 public:
  explicit Chain(Iterator* iterables) : Stream("chain"), iterables_(*iterables) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    e.taint(iterables_, reason, span);
    if (current_) e.taint(*current_, reason, span);
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    while (known()) {
      Value* item = current_ ? take(e, *current_, span) : nullptr;
      if (item || !known()) return item;
      Value* iterable = take(e, iterables_, span);
      if (!iterable) return nullptr;
      current_ = iterator_of(e, *iterable, span);
      if (!current_) forget("chained with unknown items");
    }
    return nullptr;
  }
  Iterator& iterables_;
  Iterator* current_ = nullptr;
};

class Repeat : public Iterator {
 public:
  Repeat(Value& object, std::optional<std::int64_t> times)
      : Iterator("repeat"), object_(object), left_(times) {}

 private:
  Value* advance(Evaluator&, Span) override {
    if (left_ && (*left_)-- <= 0) return nullptr;
    return &object_;
  }
  Value& object_;
  std::optional<std::int64_t> left_;
};

class Slice : public Stream {
 public:
  Slice(Iterator* items, std::int64_t start, std::optional<std::int64_t> stop, std::int64_t step)
      : Stream("islice"), items_(*items), next_(start), stop_(stop), step_(step) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    e.taint(items_, reason, span);
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    for (; count_ < next_; ++count_) {
      if (!take(e, items_, span)) return nullptr;
    }
    if (stop_ && count_ >= *stop_) return nullptr;
    Value* item = take(e, items_, span);
    ++count_;
    if (__builtin_add_overflow(next_, step_, &next_) || (stop_ && next_ > *stop_)) {
      next_ = stop_.value_or(INT64_MAX);
    }
    return item;
  }
  Iterator& items_;
  std::int64_t next_;
  std::optional<std::int64_t> stop_;
  std::int64_t step_;
  std::int64_t count_ = 0;
};

class ZipLongest : public Stream {
 public:
  ZipLongest(std::vector<Iterator*> columns, Value& fill)
      : Stream("zip_longest"), columns_(std::move(columns)), left_(columns_.size()), fill_(fill) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    for (Iterator* column : columns_) {
      if (column) e.taint(*column, reason, span);
    }
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    if (left_ == 0) return nullptr;
    Value* row = e.pool().make(Value::Kind::kTuple, span);
    for (Iterator*& column : columns_) {
      Value* item = column ? take(e, *column, span) : nullptr;
      if (column && !item) {
        column = nullptr;
        if (--left_ == 0) return nullptr;
      }
      row->edit_items().push_back(item ? item : &fill_);
    }
    return row;
  }
  std::vector<Iterator*> columns_;
  std::size_t left_;
  Value& fill_;
};

class Accumulate : public Stream {
 public:
  Accumulate(Iterator* items, Value* function, Value* initial)
      : Stream("accumulate"), items_(*items), function_(function), initial_(initial) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    if (function_) e.taint(*function_, reason, span);
    e.taint(items_, reason, span);
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    if (initial_) {
      total_ = std::exchange(initial_, nullptr);
      return total_;
    }
    Value* item = take(e, items_, span);
    if (!item) return nullptr;
    if (!total_) return total_ = item;
    total_ = function_ ? call_with(e, *function_, {total_, item}, span)
                       : binary(e, syntax::Operator::kAdd, *total_, *item, span);
    return total_;
  }
  Iterator& items_;
  Value* function_;
  Value* initial_;
  Value* total_ = nullptr;
};

class StarMap : public Stream {
 public:
  StarMap(Value& function, Iterator* rows) : Stream("starmap"), function_(function), rows_(*rows) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    e.taint(function_, reason, span);
    e.taint(rows_, reason, span);
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    Value* row = take(e, rows_, span);
    if (!row) return nullptr;
    const auto* items = e.iterate(*row, span);
    Arguments a;
    a.span = span;
    a.unknown = items == nullptr;
    if (items) a.positional.assign(items->begin(), items->end());
    return e.call(function_, a);
  }
  Value& function_;
  Iterator& rows_;
};

class Count : public Iterator {
 public:
  Count(Value* start, Value* step) : Iterator("count"), next_(start), step_(*step) {}

 private:
  Value* advance(Evaluator& e, Span span) override {
    Value* after = binary(e, syntax::Operator::kAdd, *next_, step_, span);
    return std::exchange(next_, after);
  }
  Value* next_;
  Value& step_;
};

class Cycle : public Stream {
 public:
  explicit Cycle(Iterator* items) : Stream("cycle"), items_(*items) {}

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    e.taint(items_, reason, span);
  }

 private:
  Value* advance(Evaluator& e, Span span) override {
    if (Value* item = take(e, items_, span)) {
      e.check_items(saved_.size() + 1, span);
      saved_.push_back(item);
      return item;
    }
    if (!known() || saved_.empty()) return nullptr;
    return saved_[next_++ % saved_.size()];
  }
  Iterator& items_;
  std::vector<Value*> saved_;
  std::size_t next_ = 0;
};

Value* not_known(Evaluator& e, A a) {
  return not_computed(e, a, "an itertool over unknown items");
}

template <class T, class... Parts>
Value* made(Evaluator& e, A a, Parts&&... parts) {
  return iterator_value(e, std::make_unique<T>(std::forward<Parts>(parts)...), a.span);
}

Value* chain(Evaluator& e, Value*, A a) {
  if (!a.keywords.empty()) e.raise("TypeError", "chain() takes no keyword arguments", a.span);
  Value* all = e.pool().make(Value::Kind::kTuple, a.span);
  all->edit_items().assign(a.positional);
  return made<Chain>(e, a, iterator_of(e, *all, a.span));
}

Value* chain_from_iterable(Evaluator& e, Value*, A a) {
  Value& given = *bound(e, a, {"from_iterable", {"iterable"}, 1, 1, 1})[0];
  Iterator* iterables = iterator_of(e, given, a.span);
  return iterables ? made<Chain>(e, a, iterables) : not_known(e, a);
}

Value* repeat(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"repeat", {"object", "times"}, 1, 2, 0});
  if (!given[1]) return made<Repeat>(e, a, *given[0], std::nullopt);
  const auto times = index_argument(e, *given[1], a.span);
  return times ? made<Repeat>(e, a, *given[0], times) : not_known(e, a);
}

Value* islice(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"islice", {"iterable", "a", "b", "c"}, 2, 4, 4});
  const bool only_stop = !given[2];
  const std::array<Value*, 3> places{only_stop ? nullptr : given[1],
                                     only_stop ? given[1] : given[2], given[3]};
  std::array<std::optional<std::int64_t>, 3> numbers;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Value* place = places[i];
    if (!place || place->kind == Value::Kind::kNone) continue;
    if (place->kind == Value::Kind::kUnknown || place->kind == Value::Kind::kObject)
      return not_known(e, a);
    if (!is_small_int(place) || int_of(*place) < (i == 2 ? 1 : 0)) {
      e.raise("ValueError", "islice() takes None or integers from 0 on", a.span);
    }
    numbers[i] = int_of(*place);
  }
  Iterator* items = iterator_of(e, *given[0], a.span);
  if (!items) return not_known(e, a);
  return made<Slice>(e, a, items, numbers[0].value_or(0), numbers[1], numbers[2].value_or(1));
}

Value* zip_longest(Evaluator& e, Value*, A a) {
  Value* fill = keyword(a, "fillvalue");
  if (a.keywords.size() > (fill ? 1u : 0u)) {
    e.raise("TypeError", "zip_longest() got an unexpected keyword argument", a.span);
  }
  std::vector<Iterator*> columns;
  for (Value* value : a.positional) {
    columns.push_back(iterator_of(e, *value, a.span));
    if (!columns.back()) return not_known(e, a);
  }
  return made<ZipLongest>(e, a, std::move(columns), fill ? *fill : *e.pool().none(a.span));
}

Value* accumulate(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"accumulate", {"iterable", "func", "initial"}, 1, 2, 0});
  const auto unless_none = [](Value* v) {
    return v && v->kind != Value::Kind::kNone ? v : nullptr;
  };
  Iterator* items = iterator_of(e, *given[0], a.span);
  if (!items) return not_known(e, a);
  return made<Accumulate>(e, a, items, unless_none(given[1]), unless_none(given[2]));
}

Value* starmap(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"starmap", {"function", "iterable"}, 2, 2, 2});
  Iterator* rows = iterator_of(e, *given[1], a.span);
  return rows ? made<StarMap>(e, a, *given[0], rows) : not_known(e, a);
}

Value* count(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"count", {"start", "step"}, 0, 2, 0});
  for (const Value* value : given) {
    if (!value || is_number(*value)) continue;
    if (value->kind == Value::Kind::kUnknown || value->kind == Value::Kind::kObject)
      return not_known(e, a);
    e.raise("TypeError", "a number is required", a.span);
  }
  return made<Count>(e, a, given[0] ? given[0] : e.pool().integer(0, a.span),
                     given[1] ? given[1] : e.pool().integer(1, a.span));
}

Value* cycle(Evaluator& e, Value*, A a) {
  Iterator* items = iterator_of(e, *bound(e, a, {"cycle", {"iterable"}, 1, 1, 1})[0], a.span);
  return items ? made<Cycle>(e, a, items) : not_known(e, a);
}

constexpr Member kMembers[] = {
    {"accumulate", accumulate, nullptr, true}, {"chain", chain, nullptr, true},
    {"count", count, nullptr, true},           {"cycle", cycle, nullptr, true},
    {"islice", islice, nullptr, true},         {"repeat", repeat, nullptr, true},
    {"starmap", starmap, nullptr, true},       {"zip_longest", zip_longest, nullptr, true},
};

}  // namespace

std::span<const Member> itertools_members() {
  return kMembers;
}

Value* chain_attribute(Evaluator& e, std::string_view name, Span span) {
  if (name != "from_iterable") return nullptr;
  return native_value(e, name, chain_from_iterable, nullptr, false, span);
}

}  // namespace mmlint::python

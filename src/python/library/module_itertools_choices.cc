#include <algorithm>
#include <numeric>

#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/modules.h"

// Python's itertools that choose from whole collections, in the order of their places.
namespace mmlint::python {
namespace {

using A = const Arguments&;

// Tuples of items whose places are counted up by a derived class.
class Choices : public Iterator {
 public:
  Choices(std::string_view type_name, std::vector<std::vector<Value*>> columns)
      : Iterator(type_name), columns_(std::move(columns)) {}

 protected:
  std::vector<std::size_t> places_;  // the item of each column, as far as it is a part of the tuple
  std::vector<std::vector<Value*>> columns_;  // one, or as many as places
  bool none_ = false;

 private:
  virtual bool count_up() = 0;  // false after the last one
  Value* advance(Evaluator& e, Span span) override {
    if (none_ || (started_ && !count_up())) return nullptr;
    started_ = true;
    const std::size_t size = length();
    e.step(size / 8);
    Value* row = e.pool().make(Value::Kind::kTuple, span);
    for (std::size_t i = 0; i < size; ++i) {
      row->edit_items().push_back(columns_[columns_.size() == 1 ? 0 : i][places_[i]]);
    }
    return row;
  }
  virtual std::size_t length() const { return places_.size(); }
  bool started_ = false;
};

class Product : public Choices {
 public:
  explicit Product(std::vector<std::vector<Value*>> columns)
      : Choices("product", std::move(columns)) {
    places_.resize(columns_.size());
    for (const auto& column : columns_) none_ = none_ || column.empty();
  }

 private:
  bool count_up() override {
    for (std::size_t i = places_.size(); i-- > 0;) {
      if (++places_[i] < columns_[i].size()) return true;
      places_[i] = 0;
    }
    return false;
  }
};

class Combinations : public Choices {
 public:
  Combinations(std::span<Value* const> pool, std::size_t length)
      : Choices("combinations", {{pool.begin(), pool.end()}}) {
    places_.resize(length);
    std::iota(places_.begin(), places_.end(), 0u);
    none_ = length > columns_[0].size();
  }

 private:
  bool count_up() override {
    const std::size_t n = columns_[0].size();
    const std::size_t r = places_.size();
    for (std::size_t i = r; i-- > 0;) {
      if (places_[i] == i + n - r) continue;
      std::iota(places_.begin() + static_cast<std::ptrdiff_t>(i), places_.end(), places_[i] + 1);
      return true;
    }
    return false;
  }
};

class Repeating : public Choices {
 public:
  Repeating(std::span<Value* const> pool, std::size_t length)
      : Choices("combinations_with_replacement", {{pool.begin(), pool.end()}}) {
    places_.resize(length);
    none_ = columns_[0].empty() && length > 0;
  }

 private:
  bool count_up() override {
    for (std::size_t i = places_.size(); i-- > 0;) {
      if (places_[i] + 1 == columns_[0].size()) continue;
      std::fill(places_.begin() + static_cast<std::ptrdiff_t>(i), places_.end(), places_[i] + 1);
      return true;
    }
    return false;
  }
};

class Permutations : public Choices {
 public:
  Permutations(std::span<Value* const> pool, std::size_t length)
      : Choices("permutations", {{pool.begin(), pool.end()}}), length_(length) {
    places_.resize(columns_[0].size());
    std::iota(places_.begin(), places_.end(), 0u);
    none_ = length > places_.size();
  }

 private:
  std::size_t length() const override { return length_; }
  // The next order of all, after the last one that begins with these.
  bool count_up() override {
    std::reverse(places_.begin() + static_cast<std::ptrdiff_t>(length_), places_.end());
    return std::next_permutation(places_.begin(), places_.end());
  }
  std::size_t length_;
};

Value* not_known(Evaluator& e, A a) {
  return not_computed(e, a, "an itertool over unknown items");
}

template <class T, class... Parts>
Value* made(Evaluator& e, A a, Parts&&... parts) {
  return iterator_value(e, std::make_unique<T>(std::forward<Parts>(parts)...), a.span);
}

Value* product(Evaluator& e, Value*, A a) {
  const Value* given = keyword(a, "repeat");
  if (a.keywords.size() > (given ? 1u : 0u)) {
    e.raise("TypeError", "product() got an unexpected keyword argument", a.span);
  }
  const auto repeat = given ? index_argument(e, *given, a.span) : std::optional<std::int64_t>(1);
  if (!repeat) return not_known(e, a);
  if (*repeat < 0) e.raise("ValueError", "repeat argument cannot be negative", a.span);
  std::vector<std::vector<Value*>> columns;
  for (Value* value : a.positional) {
    Iterator* items = iterator_of(e, *value, a.span);
    const Value* column = items ? drained(e, *items, a.span) : nullptr;
    if (!column) return not_known(e, a);
    columns.emplace_back(column->items().begin(), column->items().end());
  }
  const std::size_t once = columns.size();
  for (std::int64_t i = 1; once > 0 && i < *repeat; ++i) {
    for (std::size_t k = 0; k < once; ++k) {
      e.step(1 + columns[k].size() / 8);
      e.check_items(columns.size() + 1, a.span);
      columns.push_back(columns[k]);
    }
  }
  if (*repeat == 0) columns.clear();
  return made<Product>(e, a, std::move(columns));
}

template <class T, bool all_by_default = false>
Value* choose(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"the itertool", {"iterable", "r"}, all_by_default ? 1u : 2u, 2});
  const bool all = all_by_default && (!given[1] || given[1]->kind == Value::Kind::kNone);
  Iterator* items = iterator_of(e, *given[0], a.span);
  const Value* pool = items ? drained(e, *items, a.span) : nullptr;
  if (!pool) return not_known(e, a);
  const auto length = all ? std::optional(static_cast<std::int64_t>(pool->items().size()))
                          : index_argument(e, *given[1], a.span);
  if (!length) return not_known(e, a);
  if (*length < 0) e.raise("ValueError", "r must be non-negative", a.span);
  e.check_items(static_cast<std::size_t>(*length), a.span);
  return made<T>(e, a, pool->items(), static_cast<std::size_t>(*length));
}

constexpr Member kMembers[] = {
    {"combinations", choose<Combinations>, nullptr, true},
    {"combinations_with_replacement", choose<Repeating>, nullptr, true},
    {"permutations", choose<Permutations, true>, nullptr, true},
    {"product", product, nullptr, true},
};

}  // namespace

std::span<const Member> itertools_choices_members() {
  return kMembers;
}

}  // namespace mmlint::python

#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

// An iterator, which is what Python's iter() gives: it makes each item when it is asked for it, and
// only once.
class Iterator : public Object {
 public:
  explicit Iterator(std::string_view type_name) : type(type_name) {}
  // Returns the next item; null at the end, and when what comes next is not known: see known().
  Value* next(Evaluator& e, Span span);
  // Makes what comes next unknown. `reason` must live as long as the pool.
  void forget(std::string_view reason);
  bool known() const { return unknown.empty(); }
  bool is_copyable() const override { return !type.starts_with("generator"); }

  std::string_view type;     // as objects of it are shown: "zip"
  std::string_view unknown;  // why what comes next is not known

  // Taints what may change, besides the iterator itself, when unknown code uses it up: the
  // iterators that it draws from, and what its functions change.
  virtual void taint_parts(Evaluator&, std::string_view, Span) {}

 private:
  // Makes the next item; returns null at the end or after forget().
  virtual Value* advance(Evaluator& e, Span span) = 0;
  bool ended_ = false;
};

// The object that range(...) gives; it knows its items without making them.
struct RangeObject : Object {
  std::int64_t start = 0, stop = 0, step = 1;
  std::int64_t size() const;
  // Returns the item at an index, which counts from 0 and must be below size().
  std::int64_t at(std::int64_t i) const { return start + i * step; }
  bool contains(std::int64_t i) const;
};

// What dict.keys(), values() and items() give: it shows changes that the dict gets later.
struct DictView : Object {
  enum class Of : std::uint8_t { kKeys, kValues, kItems };
  Value* dict = nullptr;
  Of of = Of::kKeys;
  bool is_copyable() const override { return false; }
};

// Returns iter(value), which belongs to the pool; null if nothing is known of the items. Raises
// TypeError for what cannot be iterated.
Iterator* iterator_of(Evaluator& e, Value& value, Span span);
// Returns the same for uses to which order does not matter: the items of a set come in any order,
// where iterator_of() does not know theirs.
Iterator* iterator_in_any_order(Evaluator& e, Value& value, Span span);
// Uses an iterator up and returns the items that were left in it as a new list; null if they are
// not known. Throws LimitReached if they are too many.
Value* drained(Evaluator& e, Iterator& iterator, Span span);

// Each of these hands an object over to the pool and returns the value through which the config
// holds it. `text` is how messages name it.
Value* object_value(Evaluator& e, ObjectPtr object, std::string_view text, Span span);
Value* iterator_value(Evaluator& e, std::unique_ptr<Iterator> iterator, Span span);
Value* dict_view(Evaluator& e, Value& dict, DictView::Of of, Span span);

}  // namespace mmlint::python

#pragma once

#include <string_view>

#include "python/eval/evaluator.h"

namespace mmlint::python {

// What Python's iter() gives: items are made when they are asked for, once.
class Iterator : public Object {
 public:
  explicit Iterator(std::string_view type_name) : type(type_name) {}
  // The next item; null at the end, and from where on nothing is known.
  Value* next(Evaluator& e, Span span);
  void forget(std::string_view reason);  // what comes next is not known
  bool known() const { return unknown.empty(); }
  bool is_copyable() const override { return !type.starts_with("generator"); }

  std::string_view type;     // as objects of it are shown: "zip"
  std::string_view unknown;  // why what comes next is not known

  // What may change when code that is not known uses it up, besides itself: the iterators that it
  // draws from, and what its functions change.
  virtual void taint_parts(Evaluator&, std::string_view, Span) {}

 private:
  virtual Value* advance(Evaluator& e, Span span) = 0;
  bool ended_ = false;
};

// range(...), which knows its items without making them.
struct RangeObject : Object {
  std::int64_t start = 0, stop = 0, step = 1;
  std::int64_t size() const;
  std::int64_t at(std::int64_t i) const { return start + i * step; }
  bool contains(std::int64_t i) const;
  bool repr(ReprWriter& out, const Value& value, int depth) const override;
};

// dict.keys() and the like: live.
struct DictView : Object {
  enum class Of : std::uint8_t { kKeys, kValues, kItems };
  Value* dict = nullptr;
  Of of = Of::kKeys;
  bool is_copyable() const override { return false; }
  bool repr(ReprWriter& out, const Value& value, int depth) const override;
};

// iter(value), which belongs to the pool. Null if nothing is known of the items; raises TypeError.
Iterator* iterator_of(Evaluator& e, Value& value, Span span);
// The same, but the items of a set come in any order.
Iterator* iterator_in_any_order(Evaluator& e, Value& value, Span span);
// Whatever is left in an iterator, as a list; null if it is not known.
Value* drained(Evaluator& e, Iterator& iterator, Span span);

// An object as the config holds it.
Value* object_value(Evaluator& e, ObjectPtr object, std::string_view text, Span span);
Value* iterator_value(Evaluator& e, std::unique_ptr<Iterator> iterator, Span span);
Value* range_value(Evaluator& e, RangeObject range, Span span);
Value* dict_view(Evaluator& e, Value& dict, DictView::Of of, Span span);

}  // namespace mmlint::python

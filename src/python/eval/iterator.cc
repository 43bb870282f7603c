#include "python/eval/iterator.h"

#include "python/eval/guards.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"

namespace mmlint::python {
namespace {

// Of lists and tuples; a list may change meanwhile.
class ItemIterator : public Iterator {
 public:
  ItemIterator(std::string_view type_name, Value& sequence)
      : Iterator(type_name), sequence_(sequence) {}

 private:
  Value* advance(Evaluator& e, Span) override {
    if (sequence_.kind == Value::Kind::kUnknown) forget(sequence_.text());
    return next_ < sequence_.items().size() ? e.live(sequence_.slots()[next_++]) : nullptr;
  }
  Value& sequence_;
  std::size_t next_ = 0;
};

class LetterIterator : public Iterator {
 public:
  explicit LetterIterator(std::string_view text) : Iterator("str_iterator"), text_(text) {}

 private:
  Value* advance(Evaluator& e, Span span) override {
    if (text_.empty()) return nullptr;
    std::size_t length = 1;
    while (length < text_.size() && (text_[length] & 0xc0) == 0x80) ++length;
    Value* letter = e.pool().string(text_.substr(0, length), span);
    text_.remove_prefix(length);
    return letter;
  }
  std::string_view text_;
};

class RangeIterator : public Iterator {
 public:
  explicit RangeIterator(const RangeObject& range) : Iterator("range_iterator"), range_(range) {}

 private:
  Value* advance(Evaluator& e, Span span) override {
    return next_ < range_.size() ? e.pool().integer(range_.at(next_++), span) : nullptr;
  }
  const RangeObject range_;
  std::int64_t next_ = 0;
};

class DictIterator : public Iterator {
 public:
  DictIterator(Value& dict, DictView::Of of)
      : Iterator(of == DictView::Of::kKeys     ? "dict_keyiterator"
                 : of == DictView::Of::kValues ? "dict_valueiterator"
                                               : "dict_itemiterator"),
        dict_(dict),
        of_(of),
        size_(dict.dict().size()) {}

 private:
  Value* advance(Evaluator& e, Span span) override {
    if (dict_.kind == Value::Kind::kUnknown) {
      forget(dict_.text());
      return nullptr;
    }
    if (dict_.dict().size() != size_) {
      e.raise("RuntimeError", "dictionary changed size during iteration", span);
    }
    if (next_ == size_) return nullptr;
    const std::size_t i = next_++;
    if (of_ == DictView::Of::kKeys) return dict_.dict().entries()[i].key;
    Value* value = e.live_entry(dict_, i);
    if (of_ == DictView::Of::kValues) return value;
    return tuple_of(e, std::array{dict_.dict().entries()[i].key, value}, span);
  }
  Value& dict_;
  DictView::Of of_;
  std::size_t size_;
  std::size_t next_ = 0;
};

template <class T, class... Arguments>
Iterator* keep(Evaluator& e, Arguments&&... arguments) {
  auto* iterator = new T(std::forward<Arguments>(arguments)...);
  e.pool().keep(ObjectPtr(iterator));
  return iterator;
}

}  // namespace

Value* Iterator::next(Evaluator& e, Span span) {
  if (ended_ || !known()) return nullptr;
  e.step();
  const DepthGuard guard(e, span);
  Value* item = advance(e, span);
  ended_ = item == nullptr;
  return known() ? item : nullptr;
}

void Iterator::forget(std::string_view reason) {
  if (known()) unknown = reason.empty() ? "unknown items" : reason;
}

std::int64_t RangeObject::size() const {
  if (step > 0 ? start >= stop : start <= stop) return 0;
  const auto span = step > 0 ? static_cast<std::uint64_t>(stop) - static_cast<std::uint64_t>(start)
                             : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(stop);
  const auto by = step > 0 ? static_cast<std::uint64_t>(step) : -static_cast<std::uint64_t>(step);
  const std::uint64_t size = (span - 1) / by + 1;
  return size > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(size);
}

bool RangeObject::contains(std::int64_t i) const {
  if (step > 0 ? i < start || i >= stop : i > start || i <= stop) return false;
  return (static_cast<Wide>(i) - start) % step == 0;
}

Iterator* iterator_of(Evaluator& e, Value& value, Span span) {
  switch (value.kind) {
    case Value::Kind::kList:
      return keep<ItemIterator>(e, "list_iterator", value);
    case Value::Kind::kTuple:
      return keep<ItemIterator>(e, "tuple_iterator", value);
    case Value::Kind::kSet:
      // The order is that of hashes, which for strings differ in every run of Python.
      return value.items().size() > 1 ? nullptr : keep<ItemIterator>(e, "set_iterator", value);
    case Value::Kind::kDict:
      return keep<DictIterator>(e, value, DictView::Of::kKeys);
    case Value::Kind::kString:
      e.hazards.look_into(value);
      return keep<LetterIterator>(e, value.text());
    case Value::Kind::kObject:
      if (auto* iterator = dynamic_cast<Iterator*>(value.object())) {
        return iterator->known() ? iterator : nullptr;
      }
      if (const auto* range = dynamic_cast<const RangeObject*>(value.object())) {
        return keep<RangeIterator>(e, *range);
      }
      if (const auto* view = dynamic_cast<const DictView*>(value.object())) {
        return keep<DictIterator>(e, *view->dict, view->of);
      }
      if (dynamic_cast<const FunctionObject*>(value.object()) ||
          dynamic_cast<const NativeObject*>(value.object()) ||
          dynamic_cast<const ModuleObject*>(value.object())) {
        break;
      }
      return nullptr;
    case Value::Kind::kUnknown:
    case Value::Kind::kBytes:
      return nullptr;
    default:
      break;
  }
  e.raise("TypeError", fmt::format("'{}' object is not iterable", type_name(value)), span);
}

Iterator* iterator_in_any_order(Evaluator& e, Value& value, Span span) {
  if (value.kind == Value::Kind::kSet) return keep<ItemIterator>(e, "set_iterator", value);
  return iterator_of(e, value, span);
}

Value* drained(Evaluator& e, Iterator& iterator, Span span) {
  Value* out = e.pool().make(Value::Kind::kList, span);
  while (Value* item = iterator.next(e, span)) {
    e.check_items(out->items().size() + 1, span);
    out->edit_items().push_back(item);
  }
  return iterator.known() ? out : nullptr;
}

Value* object_value(Evaluator& e, ObjectPtr object, std::string_view text, Span span) {
  Value* value = e.pool().make(Value::Kind::kObject, span);
  value->set_text(text);
  value->set_object(e.pool().keep(std::move(object)));
  return value;
}

Value* iterator_value(Evaluator& e, std::unique_ptr<Iterator> iterator, Span span) {
  const std::string_view type = iterator->type;
  return object_value(e, ObjectPtr(iterator.release()), type, span);
}

Value* dict_view(Evaluator& e, Value& dict, DictView::Of of, Span span) {
  auto* view = new DictView();
  ObjectPtr owned(view);
  view->dict = &dict;
  view->of = of;
  return object_value(e, std::move(owned),
                      of == DictView::Of::kKeys     ? "dict_keys"
                      : of == DictView::Of::kValues ? "dict_values"
                                                    : "dict_items",
                      span);
}

}  // namespace mmlint::python

#include "python/eval/copies.h"

#include "python/eval/guards.h"
#include "python/eval/iterator.h"
#include "python/eval/operators.h"

// Copies of containers, and what ConfigDict does to what is stored in it.
namespace mmlint::python {
namespace {

class Copier {
 public:
  // Dicts of base configs are ConfigDicts once they are read, but for those of `own`.
  Copier(Evaluator& e, FileId own, bool renews_lazy)
      : e_(e), own_(own), renews_lazy_(renews_lazy) {}

  bool unshares = false;  // what stands there twice is copied twice

  Value* copy(Value& value, int depth = 0) {
    if (value.kind == Value::Kind::kReference && renews_lazy_) return copy_lazy(value);
    if (value.kind == Value::Kind::kObject && value.object() && renews_lazy_)
      return copy_object(value);
    if (!value.is_container()) return &value;
    if (depth > e_.limits().depth) {
      e_.raise("RecursionError", "maximum recursion depth exceeded in a copy", value.span);
    }
    // What is frozen is a base's, whose parts are independent of each other (rule A4).
    const bool keeps_shared = !unshares && (!value.frozen || value.span.file == own_);
    if (keeps_shared) {
      const auto known = copies_.find(&value);
      if (known != copies_.end()) return known->second;
    }
    e_.step(1 + value.items().size() + value.dict().size());
    Value* out = e_.pool().make(value.kind, value.span);
    if (keeps_shared) copies_.emplace(&value, out);
    out->literal = value.literal;
    out->config_dict = value.config_dict || (value.frozen && value.kind == Value::Kind::kDict &&
                                             value.span.file != own_);
    if (!value.items().empty()) out->edit_items().reserve(value.items().size());
    for (Value* item : value.items()) out->edit_items().push_back(copy(*item, depth + 1));
    if (value.dict().size() != 0) out->edit_dict().reserve(value.dict().size());
    for (const Entry& entry : value.dict().entries()) {
      out->edit_dict().add(entry.key, copy(*entry.value, depth + 1), entry.origin);
    }
    return out;
  }

 private:
  // LazyObject.__deepcopy__ makes another object, which equals the first no more.
  Value* copy_lazy(Value& value) {
    const auto* lazy = dynamic_cast<const LazyObject*>(value.object());
    if (!lazy) return &value;
    const auto [it, is_new] = copies_.try_emplace(&value, nullptr);
    if (!is_new) return it->second;
    Value* out = e_.pool().make(Value::Kind::kReference, value.span);
    out->literal = value.literal;
    out->set_text(value.text());
    out->set_object(e_.pool().keep(ObjectPtr(new LazyObject(*lazy))));
    return it->second = out;
  }

  Value* copy_object(Value& value) {
    if (!value.object()->is_copyable()) {
      e_.raise("TypeError", fmt::format("cannot pickle '{}' object", type_name(value)), value.span);
    }
    // The copy of an iterator is used up by itself.
    return dynamic_cast<const Iterator*>(value.object())
               ? e_.unknown("a copy of an iterator", value.span)
               : &value;
  }

  Evaluator& e_;
  const FileId own_;
  const bool renews_lazy_;
  std::unordered_map<const Value*, Value*> copies_;
};

}  // namespace

Value* Evaluator::deep_copy(Value& value) {
  return Copier(*this, file_, true).copy(value);
}

Value* unshared_copy(Evaluator& e, Value& value, FileId file) {
  Copier copier(e, file, true);
  copier.unshares = true;
  return copier.copy(value);
}

Value* copy_namespace(Evaluator& e, Value& names, FileId file) {
  Value* out = Copier(e, file, false).copy(names);
  out->config_dict = false;
  return out;
}

Value* Evaluator::hook(Value& value) {
  if (!value.is_container()) return &value;
  const DepthGuard guard(*this, value.span);
  if (value.kind == Value::Kind::kDict && !value.config_dict) {
    Value* out = pool_.make(Value::Kind::kDict, value.span);
    out->literal = value.literal;
    out->config_dict = true;
    for (std::size_t i = 0; i < value.dict().size(); ++i) {
      step();
      Value* item = live_entry(value, i);
      out->edit_dict().add(value.dict().entries()[i].key, hook(*item),
                           value.dict().entries()[i].origin);
    }
    return out;
  }
  if (value.is_sequence()) {
    Value* out = pool_.make(value.kind, value.span);
    out->literal = value.literal;
    for (Value*& item : value.slots()) {
      step();
      out->edit_items().push_back(hook(*live(item)));
    }
    return out;
  }
  return &value;
}

}  // namespace mmlint::python

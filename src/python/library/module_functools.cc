#include "python/eval/iterator.h"
#include "python/eval/partial.h"
#include "python/library/modules.h"

// Python's functools: reduce and partial.
namespace mmlint::python {
namespace {

using A = const Arguments&;

Value* reduce(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"reduce", {"function", "iterable", "initial"}, 2, 3, 3});
  Iterator* items = iterator_of(e, *given[1], a.span);
  Value* total = given[2];
  while (Value* item = items ? items->next(e, a.span) : nullptr) {
    Arguments both;
    both.positional = {total, item};
    both.span = a.span;
    total = total ? e.call(*given[0], both) : item;
  }
  if (!items || !items->known()) {
    e.taint(*given[0], "called with unknown items", a.span);
    return not_computed(e, a, "reduce() of unknown items");
  }
  if (!total) e.raise("TypeError", "reduce() of empty iterable with no initial value", a.span);
  return total;
}

void taint_arguments(Evaluator& e, A a) {
  for (Value* value : a.positional) e.taint(*value, "handed to an unknown function", a.span);
  for (const Keyword& k : a.keywords) {
    e.taint(*k.value, "handed to an unknown function", a.span);
  }
}

Value* partial(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) {
    e.raise("TypeError", "type 'partial' takes at least one argument", a.span);
  }
  Value& function = *a.positional[0];
  const bool is_callable = dynamic_cast<const FunctionObject*>(function.object()) ||
                           dynamic_cast<const NativeObject*>(function.object()) ||
                           dynamic_cast<const PartialObject*>(function.object());
  if (function.kind < Value::Kind::kReference) {
    e.raise("TypeError", "the first argument must be callable", a.span);
  }
  if (!is_callable) {
    taint_arguments(e, a);
    return e.unknown("a part of an unknown function", a.span);
  }
  auto object = std::make_unique<PartialObject>();
  object->pool = &e.pool();
  object->function = &function;
  object->arguments = e.pool().make(Value::Kind::kTuple, a.span);
  object->arguments->edit_items().assign(std::span(a.positional).subspan(1));
  object->keywords = e.pool().make(Value::Kind::kDict, a.span);
  for (const Keyword& k : a.keywords) {
    object->keywords->edit_dict().set(e.pool().key(k.name), k.value, k.origin);
  }
  return object_value(e, ObjectPtr(object.release()), "function", a.span);
}

constexpr Member kMembers[] = {
    {"partial", partial, nullptr, true},
    {"reduce", reduce},
};

}  // namespace

Value* call_partial(Evaluator& e, const PartialObject& partial, A a) {
  if (partial.pool != &e.pool()) {
    taint_arguments(e, a);
    return e.unknown("a partial function of another file", a.span);
  }
  Arguments all;
  all.span = a.span;
  all.unknown = a.unknown;
  const std::span<Value* const> first = partial.arguments->items();
  all.positional.assign(first.begin(), first.end());
  all.positional.insert(all.positional.end(), a.positional.begin(), a.positional.end());
  for (const Entry& entry : partial.keywords->dict().entries()) {
    Value* given = keyword(a, entry.key->text());
    all.keywords.push_back({entry.key->text(), given ? given : entry.value, entry.origin});
  }
  for (const Keyword& k : a.keywords) {
    if (!partial.keywords->dict().find(k.name)) all.keywords.push_back(k);
  }
  return e.call(*partial.function, all);
}

std::span<const Member> functools_members() {
  return kMembers;
}

}  // namespace mmlint::python

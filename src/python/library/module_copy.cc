#include "python/library/modules.h"

// Python's copy.
namespace mmlint::python {
namespace {

using A = const Arguments&;

Value* deepcopy(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 1) return not_computed(e, a, "deepcopy() of this");
  return e.deep_copy(*a.positional[0]);
}

Value* shallow_copy(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 1 || a.positional[0]->kind == Value::Kind::kUnknown) {
    return not_computed(e, a, "copy() of this");
  }
  Value& value = *a.positional[0];
  if (!value.is_container()) return &value;
  Value* method = value.kind == Value::Kind::kDict
                      ? (value.config_dict ? config_dict_method(e, value, "copy", a.span)
                                           : dict_method(e, value, "copy", a.span))
                      : list_method(e, value, "copy", a.span);
  if (!method) return &value;
  Arguments nothing;
  nothing.span = a.span;
  return e.call(*method, nothing);
}

constexpr Member kMembers[] = {
    {"copy", shallow_copy},
    {"deepcopy", deepcopy},
};

}  // namespace

std::span<const Member> copy_members() {
  return kMembers;
}

}  // namespace mmlint::python

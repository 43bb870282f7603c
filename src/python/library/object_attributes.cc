#include <fmt/format.h>

#include "python/eval/iterator.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"
#include "python/library/modules.h"
#include "python/library/open_file.h"

// Attributes of what is not data: modules, types, functions, ranges.
namespace mmlint::python {
namespace {

using A = const Arguments&;

// str.lower(text): the method's name is in `self`.
Value* call_unbound(Evaluator& e, Value* self, A a) {
  const std::string_view type = self->items()[0]->text();
  const std::string_view name = self->items()[1]->text();
  if (a.positional.empty()) {
    e.raise("TypeError", fmt::format("unbound method {}.{}() needs an argument", type, name),
            a.span);
  }
  Value& object = *a.positional[0];
  if (object.kind == Value::Kind::kUnknown || object.kind == Value::Kind::kObject) {
    return not_computed(e, a, "a method of an unknown value");
  }
  const bool fits =
      type_name(object) == type || (type == "dict" && object.kind == Value::Kind::kDict);
  if (!fits) {
    e.raise("TypeError",
            fmt::format("descriptor '{}' for '{}' objects doesn't apply to a '{}' object", name,
                        type, type_name(object)),
            a.span);
  }
  Value* method = nullptr;
  if (object.kind == Value::Kind::kDict && type == "dict") {
    method = dict_method(e, object, name, a.span);
  } else if (object.kind == Value::Kind::kString) {
    method = string_method(e, object, name, a.span);
  } else {
    method = list_method(e, object, name, a.span);
  }
  if (!method) return not_computed(e, a, "a method that is not computed");
  Arguments rest;
  rest.positional.assign(a.positional.begin() + 1, a.positional.end());
  rest.keywords = a.keywords;
  rest.span = a.span;
  return e.call(*method, rest);
}

// What the attributes of a type are found on.
Value* sample(Evaluator& e, std::string_view type) {
  const Value::Kind kind = type == "str"                          ? Value::Kind::kString
                           : type == "list"                       ? Value::Kind::kList
                           : type == "tuple"                      ? Value::Kind::kTuple
                           : type == "set" || type == "frozenset" ? Value::Kind::kSet
                           : type == "dict"                       ? Value::Kind::kDict
                                                                  : Value::Kind::kNone;
  if (kind == Value::Kind::kNone) return nullptr;
  Value* value = e.pool().make(kind);
  value->fixed = type == "frozenset";
  return value;
}

Value* type_attribute(Evaluator& e, const NativeObject& type, std::string_view name, Span span) {
  if (name == "__name__" || name == "__qualname__") return e.pool().string(type.name, span);
  Value* of_chain = type.name == "chain" ? chain_attribute(e, name, span) : nullptr;
  if (of_chain) return of_chain;
  Value* of = sample(e, type.name);
  if (!of) return e.unknown("an attribute of a type", span);
  Value* method = of->kind == Value::Kind::kDict     ? dict_method(e, *of, name, span)
                  : of->kind == Value::Kind::kString ? string_method(e, *of, name, span)
                                                     : list_method(e, *of, name, span);
  if (!method || name == "fromkeys" || name == "maketrans") {
    return method ? method : e.unknown("an attribute of a type", span);
  }
  Value* self = e.pool().make(Value::Kind::kTuple, span);
  self->edit_items().assign({e.pool().string(type.name), e.pool().string(name)});
  Value* out = native_value(e, name, call_unbound, self, false, span);
  return out;
}

}  // namespace

Value* object_attribute(Evaluator& e, Value& object, std::string_view name, Span span) {
  if (const auto* module = dynamic_cast<const ModuleObject*>(object.object())) {
    return module_attribute(e, *module, name, span);
  }
  if (is_environment(object)) return environment_method(e, object, name, span);
  if (const auto* native = dynamic_cast<const NativeObject*>(object.object())) {
    if (native->is_type) return type_attribute(e, *native, name, span);
    if (name == "__name__") return e.pool().string(native->name, span);
  }
  if (const auto* function = dynamic_cast<const FunctionObject*>(object.object())) {
    if (name == "__name__") return e.pool().string(function->name, span);
  }
  if (const auto* type = dynamic_cast<const ClassObject*>(object.object())) {
    if (name == "__name__") return e.pool().string(type->name, span);
    if (type->scope) {
      const Entry* entry = type->scope->names->dict().find(name);
      if (entry && entry->value->kind != Value::Kind::kObject) {
        const auto i =
            static_cast<std::size_t>(entry - type->scope->names->dict().entries().data());
        return e.live_entry(*type->scope->names, i);
      }
    }
  }
  if (const auto* range = dynamic_cast<const RangeObject*>(object.object())) {
    if (name == "start") return e.pool().integer(range->start, span);
    if (name == "stop") return e.pool().integer(range->stop, span);
    if (name == "step") return e.pool().integer(range->step, span);
  }
  if (dynamic_cast<const OpenFile*>(object.object())) {
    if (Value* method = open_file_method(e, object, name, span)) return method;
  }
  return e.unknown("an attribute of an object", span);
}

}  // namespace mmlint::python

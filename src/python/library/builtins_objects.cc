
#include "base/text.h"
#include "python/eval/namespaces.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"

// Python's functions about types, names and attributes.
namespace mmlint::python::builtins {
namespace {

std::optional<bool> is_instance(Evaluator& e, const Value& v, const Value& type, Span span) {
  if (type.kind == Value::Kind::kTuple) {
    bool known = true;
    for (const Value* one : type.items()) {
      const auto result = is_instance(e, v, *one, span);
      if (result && *result) return true;
      known = known && result;
    }
    return known ? std::optional(false) : std::nullopt;
  }
  if (v.kind == Value::Kind::kUnknown || type.kind == Value::Kind::kUnknown) return std::nullopt;
  const auto* native = dynamic_cast<const NativeObject*>(type.object());
  if (native && native->is_type) {
    if (native->name == "object") return true;
    if (v.kind == Value::Kind::kObject) {
      const bool is_of_data =
          is_word_of("bool bytes complex float int list set str tuple", native->name);
      return is_of_data ? std::optional(false) : std::nullopt;
    }
    return native->name == type_name(v) ||
           (native->name == "int" && v.kind == Value::Kind::kBool) ||
           (native->name == "dict" && v.kind == Value::Kind::kDict);
  }
  if (dynamic_cast<const ClassObject*>(type.object()) && v.kind < Value::Kind::kReference)
    return false;
  if (type.kind == Value::Kind::kObject) return std::nullopt;
  e.raise("TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union", span);
}

Value* isinstance(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"isinstance", {"obj", "class_or_tuple"}, 2, 2, 2});
  e.hazards.look_into(*given[0]);
  const auto result = is_instance(e, *given[0], *given[1], a.span);
  return result ? e.pool().boolean(*result, a.span) : not_computed(e, a, "isinstance() of this");
}

Value* callable(Evaluator& e, Value*, A a) {
  const Value& v = *bound(e, a, {"callable", {"obj"}, 1, 1, 1})[0];
  const bool is_called = dynamic_cast<const FunctionObject*>(v.object()) ||
                         dynamic_cast<const NativeObject*>(v.object()) ||
                         dynamic_cast<const ClassObject*>(v.object()) ||
                         v.kind == Value::Kind::kReference;
  if (!is_called && v.kind >= Value::Kind::kReference)
    return not_computed(e, a, "callable() of this");
  return e.pool().boolean(is_called, a.span);
}

// The attribute; null if there is none.
Value* attribute_or_null(Evaluator& e, Value& object, std::string_view name, Span span) {
  try {
    return e.attribute(object, name, span);
  } catch (const Raised& raised) {
    if (raised.exception != "AttributeError") throw;
    return nullptr;
  }
}

bool names_attribute(const Value& name) {
  return name.kind == Value::Kind::kString;
}

Value* getattr(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"getattr", {"object", "name", "default"}, 2, 3, 3});
  if (!names_attribute(*given[1])) return not_computed(e, a, "getattr() of this");
  if (!given[2]) return e.attribute(*given[0], given[1]->text(), a.span);
  Value* value = attribute_or_null(e, *given[0], given[1]->text(), a.span);
  return value ? value : given[2];
}

Value* hasattr(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"hasattr", {"obj", "name"}, 2, 2, 2});
  if (!names_attribute(*given[1])) return not_computed(e, a, "hasattr() of this");
  const Value* value = attribute_or_null(e, *given[0], given[1]->text(), a.span);
  if (!value) return e.pool().boolean(false, a.span);
  // What is not computed may not be there.
  const bool stored =
      given[0]->kind == Value::Kind::kDict && given[0]->dict().find(given[1]->text());
  if (value->kind == Value::Kind::kUnknown && !stored)
    return not_computed(e, a, "hasattr() of this");
  return e.pool().boolean(true, a.span);
}

Value* setattr(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"setattr", {"obj", "name", "value"}, 3, 3, 3});
  if (!names_attribute(*given[1])) {
    e.taint(*given[0], "an unknown attribute was set", a.span);
    return e.unknown("setattr() of an unknown name", a.span);
  }
  e.set_attribute(*given[0], given[1]->text(), *given[2], nullptr, a.span);
  return e.pool().none(a.span);
}

Value* globals(Evaluator& e, Value*, A a) {
  bound(e, a, {"globals", {}, 0, 0, 0});
  return outermost(e.scope()).names;
}

Value* locals(Evaluator& e, Value*, A a) {
  bound(e, a, {"locals", {}, 0, 0, 0});
  Scope& scope = e.scope();
  if (!scope.enclosing || scope.is_class) return scope.names;
  if (scope.is_comprehension) return not_computed(e, a, "locals() of a comprehension");
  Value* copy = e.pool().make(Value::Kind::kDict, a.span);
  copy->edit_dict().copy(scope.names->dict());
  return copy;
}

Value* vars(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) return locals(e, nullptr, a);
  e.taint(*a.positional[0], "vars() gives its inside", a.span);
  return e.unknown("vars() of an object", a.span);
}

Value* eval(Evaluator& e, Value*, A a) {
  const Value* v = a.positional.size() == 1 && a.keywords.empty() ? a.positional[0] : nullptr;
  if (v && v->kind == Value::Kind::kString) {
    const std::string_view text = trim(v->text());
    if (is_identifier(text) && text != "None" && text != "True" && text != "False") {
      return e.lookup(text, a.span);
    }
  }
  e.taint_everything("eval() of a text that is not a name", a.span);
  return e.unknown("eval() of a text that is not a name", a.span);
}

Value* exec(Evaluator& e, Value*, A a) {
  e.taint_everything("exec() may have changed anything", a.span);
  return e.pool().none(a.span);
}

constexpr Member kMembers[] = {
    {"callable", callable},
    {"eval", eval},
    {"exec", exec},
    {"getattr", getattr},
    {"globals", globals},
    {"hasattr", hasattr},
    {"isinstance", isinstance},
    {"locals", locals},
    {"setattr", setattr},
    {"vars", vars},
};

}  // namespace

std::span<const Member> objects() {
  return kMembers;
}

}  // namespace mmlint::python::builtins

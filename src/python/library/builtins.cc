#include "python/library/builtins.h"

#include <fmt/format.h>

#include "python/eval/arguments.h"
#include "python/eval/iterator.h"
#include "python/eval/raised.h"
#include "python/library/open_file.h"

namespace mmlint::python {
namespace {

using namespace builtins;  // NOLINT: the functions of the table

Value* print(Evaluator& e, Value*, A a) {
  return e.pool().none(a.span);
}

Value* object(Evaluator& e, Value*, A a) {
  return not_computed(e, a, "an object");
}

struct Builtin {
  std::string_view name;
  Native call;
  bool is_type = false;
};

constexpr Builtin kBuiltins[] = {
    {"abs", abs},
    {"all", all},
    {"any", any},
    {"ascii", ascii},
    {"bin", bin},
    {"bool", to_bool, true},
    {"bytes", object, true},
    {"callable", callable},
    {"chr", chr},
    {"complex", object, true},
    {"dict", dict, true},
    {"divmod", divmod},
    {"enumerate", enumerate, true},
    {"eval", eval},
    {"exec", exec},
    {"filter", filter, true},
    {"float", to_float, true},
    {"format", format},
    {"frozenset", frozenset, true},
    {"getattr", getattr},
    {"globals", globals},
    {"hasattr", hasattr},
    {"hash", hash},
    {"hex", hex},
    {"int", to_int, true},
    {"isinstance", isinstance},
    {"iter", iter},
    {"len", len},
    {"list", list, true},
    {"locals", locals},
    {"map", map, true},
    {"max", max},
    {"min", min},
    {"next", next},
    {"object", object, true},
    {"oct", oct},
    {"open", open_file},
    {"ord", ord},
    {"pow", pow},
    {"print", print},
    {"range", range, true},
    {"repr", to_repr},
    {"reversed", reversed, true},
    {"round", round},
    {"set", set, true},
    {"setattr", setattr},
    {"sorted", sorted},
    {"str", to_str, true},
    {"sum", sum},
    {"tuple", tuple, true},
    {"type", type, true},
    {"vars", vars},
    {"zip", zip, true},
};

// Functions that exist but are not computed.
constexpr std::string_view kOpaque[] = {
    "NotImplemented", "__build_class__", "__debug__", "__doc__",     "__import__", "__loader__",
    "__package__",    "__spec__",        "bytearray", "classmethod", "compile",    "copyright",
    "credits",        "delattr",         "dir",       "exit",        "help",       "id",
    "input",          "issubclass",      "license",   "memoryview",  "property",   "quit",
    "slice",          "staticmethod",    "super",     "aiter",       "anext",      "breakpoint"};

}  // namespace

bool NativeObject::equals(const Object& other) const {
  const auto* native = dynamic_cast<const NativeObject*>(&other);
  return native && native->call == call && native->self == self && native->name == name;
}

bool ModuleObject::equals(const Object& other) const {
  const auto* module = dynamic_cast<const ModuleObject*>(&other);
  return module && module->name == name;
}

Value* native_value(Evaluator& e, std::string_view name, Native call, Value* self,
                    bool changes_self, Span span) {
  auto* object = new NativeObject();
  ObjectPtr owned(object);
  object->name = name;
  object->call = call;
  object->self = self;
  object->changes_self = changes_self;
  return object_value(e, std::move(owned), e.pool().keep("function " + std::string(name)), span);
}

Value* find_method(Evaluator& e, std::span<const Method> methods, Value& self,
                   std::string_view name, Span span) {
  for (const Method& m : methods) {
    if (m.name == name) return native_value(e, m.name, m.call, &self, m.changes_self, span);
  }
  return nullptr;
}

Value* builtin(Evaluator& e, std::string_view name, Span span) {
  for (const Builtin& b : kBuiltins) {
    if (b.name != name) continue;
    Value* value = native_value(e, b.name, b.call, nullptr, false, span);
    static_cast<NativeObject*>(value->object())->is_type = b.is_type;
    value->set_text(e.pool().keep(fmt::format("{} {}", b.is_type ? "class" : "function", name)));
    return value;
  }
  if (name == "__name__") return e.pool().string("builtins", span);
  if (name == "Ellipsis") {
    Value* value = e.pool().make(Value::Kind::kObject, span);
    value->set_text("ellipsis Ellipsis");
    return value;
  }
  if (is_exception(name)) {
    Value* value = native_value(e, name, object, nullptr, false, span);
    static_cast<NativeObject*>(value->object())->is_type = true;
    value->set_text(e.pool().keep(fmt::format("class {}", name)));
    return value;
  }
  for (const std::string_view opaque : kOpaque) {
    if (opaque == name) return e.unknown("a builtin that is not computed", span);
  }
  return nullptr;
}

void add_builtins(Evaluator& e) {
  Value* dict = object_value(e, ObjectPtr(new BuiltinsObject()), "dict __builtins__", {});
  e.globals()->edit_dict().set(e.pool().string("__builtins__"), dict,
                               e.pool().origin({.how = How::kComputed, .set = dict}));
}

Value* not_computed(Evaluator& e, const Arguments& a, std::string_view reason) {
  const auto use = [&](const Value& value) {
    if (value.kind != Value::Kind::kObject || dynamic_cast<const DictView*>(value.object())) return;
    if (value.object()) e.taint(*value.object(), reason, a.span);
  };
  const Value* cause = nullptr;
  const auto look = [&](const Value& value) {
    use(value);
    if (!cause && value.kind == Value::Kind::kUnknown) cause = &value;
  };
  for (const Value* value : a.positional) look(*value);
  for (const Keyword& k : a.keywords) look(*k.value);
  return e.unknown(cause ? cause->text() : reason, a.span);
}

Value* keyword(const Arguments& a, std::string_view name) {
  for (const Keyword& k : a.keywords) {
    if (k.name == name) return k.value;
  }
  return nullptr;
}

}  // namespace mmlint::python

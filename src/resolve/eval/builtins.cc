#include "resolve/eval/builtins.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "resolve/eval/numbers.h"

namespace mmlint::resolve {

using namespace builtins;  // NOLINT: the functions of the table

namespace {

Value* abs(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (!v || !is_number(*v) || v->big) return not_computed(e, a, "abs() of this value");
  if (v->kind == Kind::kFloat) return e.pool().floating(std::abs(v->floating), a.span);
  Value zero;
  zero.kind = Kind::kInt;
  return int_of(*v) < 0 ? arithmetic(e, syntax::Operator::kSubtract, zero, *v, a.span)
                        : e.pool().integer(int_of(*v), a.span);
}

Value* pow(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2 || any_unknown(a)) return not_computed(e, a, "pow() of this");
  return binary(e, syntax::Operator::kPower, *a.positional[0], *a.positional[1], a.span);
}

Value* divmod(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2 || any_unknown(a)) return not_computed(e, a, "divmod() of this");
  return pair(
      e, binary(e, syntax::Operator::kFloorDivide, *a.positional[0], *a.positional[1], a.span),
      binary(e, syntax::Operator::kModulo, *a.positional[0], *a.positional[1], a.span), a.span);
}

// isinstance(x, T) for the types that configs name.
std::optional<bool> is_instance(const Value& v, const Value& type) {
  if (v.kind == Kind::kUnknown) return std::nullopt;
  if (type.kind == Kind::kTuple) {
    bool known = true;
    for (const Value* one : type.items) {
      const auto result = is_instance(v, *one);
      if (result && *result) return true;
      known = known && result;
    }
    return known ? std::optional(false) : std::nullopt;
  }
  const auto* native = dynamic_cast<const NativeObject*>(type.object);
  if (!native || v.kind == Kind::kObject || v.view) return std::nullopt;
  const std::string_view name = native->name;
  if (name == "int") return v.kind == Kind::kInt || v.kind == Kind::kBool;
  if (name == "dict") return v.kind == Kind::kDict;
  return name == type_name(v);
}

Value* isinstance(Evaluator& e, Value*, A a) {
  if (first(a)) e.hazards.look_into(*first(a));
  const auto result =
      a.positional.size() == 2 ? is_instance(*a.positional[0], *a.positional[1]) : std::nullopt;
  return result ? e.pool().boolean(*result, a.span) : not_computed(e, a, "isinstance() of this");
}

Value* print(Evaluator& e, Value*, A a) {
  return e.pool().none(a.span);
}

Value* names(Evaluator& e, Value*, A) {
  return e.scope().names;
}

Value* global_names(Evaluator& e, Value*, A) {
  return e.globals();
}

Value* eval_name(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (a.positional.size() == 1 && v->kind == Kind::kString && is_identifier(trim(v->text))) {
    return e.lookup(trim(v->text), a.span);
  }
  e.taint_everything("eval() of a text that is not a name", a.span);
  return e.unknown("eval() of a text that is not a name", a.span);
}

Value* exec(Evaluator& e, Value*, A a) {
  e.taint_everything("exec() may have changed anything", a.span);
  return e.pool().none(a.span);
}

Value* getattr(Evaluator& e, Value*, A a) {
  if (a.positional.size() < 2 || any_unknown(a) || a.positional[1]->kind != Kind::kString) {
    return not_computed(e, a, "getattr() of this");
  }
  try {
    return e.attribute(*a.positional[0], a.positional[1]->text, a.span);
  } catch (const Raised& raised) {
    if (a.positional.size() > 2 && raised.exception == "AttributeError") return a.positional[2];
    throw;
  }
}

Value* hasattr(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2 || any_unknown(a) || a.positional[1]->kind != Kind::kString) {
    return not_computed(e, a, "hasattr() of this");
  }
  try {
    const Value* value = e.attribute(*a.positional[0], a.positional[1]->text, a.span);
    if (value->kind == Kind::kUnknown) return not_computed(e, a, "hasattr() of an unknown value");
    return e.pool().boolean(true, a.span);
  } catch (const Raised& raised) {
    if (raised.exception != "AttributeError") throw;
    return e.pool().boolean(false, a.span);
  }
}

struct Builtin {
  std::string_view name;
  Native call;
};

constexpr Builtin kBuiltins[] = {
    {"abs", abs},
    {"all", all},
    {"any", any},
    {"bool", to_bool},
    {"chr", chr},
    {"dict", dict},
    {"divmod", divmod},
    {"enumerate", enumerate},
    {"eval", eval_name},
    {"exec", exec},
    {"filter", filter},
    {"float", to_float},
    {"getattr", getattr},
    {"globals", global_names},
    {"hasattr", hasattr},
    {"int", to_int},
    {"isinstance", isinstance},
    {"len", len},
    {"list", list},
    {"locals", names},
    {"map", map},
    {"max", max},
    {"min", min},
    {"ord", ord},
    {"pow", pow},
    {"print", print},
    {"range", range},
    {"repr", to_repr},
    {"reversed", reversed},
    {"round", round},
    {"set", set},
    {"sorted", sorted},
    {"str", to_str},
    {"sum", sum},
    {"tuple", tuple},
    {"vars", names},
    {"zip", zip},
};

// Names of Python's builtins that exist but are not computed.
constexpr std::string_view kOpaque[] = {"ArithmeticError",
                                        "AssertionError",
                                        "AttributeError",
                                        "BaseException",
                                        "Exception",
                                        "IOError",
                                        "ImportError",
                                        "IndexError",
                                        "KeyError",
                                        "LookupError",
                                        "ModuleNotFoundError",
                                        "NameError",
                                        "NotImplemented",
                                        "NotImplementedError",
                                        "OSError",
                                        "FileNotFoundError",
                                        "RecursionError",
                                        "RuntimeError",
                                        "StopIteration",
                                        "SyntaxError",
                                        "SystemExit",
                                        "TypeError",
                                        "UnicodeError",
                                        "ValueError",
                                        "Warning",
                                        "UserWarning",
                                        "DeprecationWarning",
                                        "ZeroDivisionError",
                                        "__import__",
                                        "ascii",
                                        "bin",
                                        "bytearray",
                                        "bytes",
                                        "callable",
                                        "classmethod",
                                        "compile",
                                        "complex",
                                        "delattr",
                                        "dir",
                                        "exit",
                                        "format",
                                        "frozenset",
                                        "hash",
                                        "help",
                                        "hex",
                                        "id",
                                        "input",
                                        "issubclass",
                                        "iter",
                                        "memoryview",
                                        "next",
                                        "object",
                                        "oct",
                                        "open",
                                        "property",
                                        "quit",
                                        "setattr",
                                        "slice",
                                        "staticmethod",
                                        "super",
                                        "type",
                                        "__build_class__",
                                        "__debug__",
                                        "__loader__",
                                        "__spec__",
                                        "__package__",
                                        "__doc__"};

}  // namespace

Value* native_value(Evaluator& e, std::string_view name, Native call, Value* self,
                    bool changes_self, Span span) {
  auto object = std::make_unique<NativeObject>();
  object->name = name;
  object->call = call;
  object->self = self;
  object->changes_self = changes_self;
  Value* value = e.pool().make(Kind::kObject, span);
  value->text = "builtin";
  value->object = e.pool().keep(ObjectPtr(object.release()));
  return value;
}

Value* builtin(Evaluator& e, std::string_view name, Span span) {
  for (const Builtin& b : kBuiltins) {
    if (b.name == name) return native_value(e, b.name, b.call, nullptr, false, span);
  }
  if (name == "__name__") return e.pool().string("builtins", span);
  if (name == "Ellipsis") return e.unknown("Ellipsis", span);
  for (const std::string_view opaque : kOpaque) {
    if (opaque == name) return e.unknown("a builtin that is not computed", span);
  }
  return nullptr;
}

Value* not_computed(Evaluator& e, const Arguments& a, std::string_view reason) {
  return e.unknown(reason, a.span);
}

Value* keyword(const Arguments& a, std::string_view name) {
  for (const Keyword& k : a.keywords) {
    if (k.name == name) return k.value;
  }
  return nullptr;
}

}  // namespace mmlint::resolve

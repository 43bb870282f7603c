#include "python/library/modules.h"

#include "facts/libraries.h"
#include "python/eval/operators.h"
#include "python/eval/text_format.h"

namespace mmlint::python {
namespace {

using A = const Arguments&;

// --- copy, sys and typing ---

Value* deepcopy(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 1) return not_run(e, a, "deepcopy() with more than one argument");
  return e.deep_copy(*a.positional[0]);
}

Value* shallow_copy(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 1 || a.positional[0]->kind == Value::Kind::kUnknown) {
    return not_run(e, a, "copy() of this");
  }
  Value& value = *a.positional[0];
  if (!value.is_container() || value.kind == Value::Kind::kTuple) return &value;
  Arguments nothing;
  nothing.span = a.span;
  return e.call(*e.attribute(value, "copy", a.span), nothing);
}

Value* exit(Evaluator& e, Value*, A a) {
  e.raise("SystemExit", a.positional.empty() ? "" : str(e, *a.positional[0]).value_or(""), a.span);
}

// What is imported for type checkers alone is not imported.
Value* type_checking(Evaluator& e, Span span) {
  return e.pool().boolean(false, span);
}

constexpr Member kOfCopy[] = {{"copy", shallow_copy}, {"deepcopy", deepcopy}};
constexpr Member kOfSys[] = {{"exit", exit}};
constexpr Member kOfTyping[] = {{.name = "TYPE_CHECKING", .value = type_checking}};

std::span<const Member> members_of(std::string_view module) {
  if (module == "copy") return kOfCopy;
  if (module == "itertools") return itertools_members();
  if (module == "math") return math_members();
  if (module == "os") return os_members();
  if (module == "os.path") return os_path_members();
  if (module == "sys") return kOfSys;
  if (module == "typing") return kOfTyping;
  return {};
}

Value* unknown_result(Evaluator& e, Value*, A a) {
  return not_run(e, a, "a function that is not computed");
}

// Calls a method of a type by its name and that of the type, which are the items of `self`, for the
// object that is the first argument: str.lower(text).
Value* call_unbound(Evaluator& e, Value* self, A a) {
  const std::string_view type = self->items()[0]->text();
  const std::string_view name = self->items()[1]->text();
  if (a.positional.empty()) {
    e.raise("TypeError", fmt::format("unbound method {}.{}() needs an argument", type, name),
            a.span);
  }
  Value& object = *a.positional[0];
  if (object.kind == Value::Kind::kUnknown || object.kind == Value::Kind::kObject ||
      object.config_dict) {
    return not_run(e, a, "a method of a type for this value");
  }
  if (type_name(object) != type) {
    e.raise("TypeError",
            fmt::format("descriptor '{}' for '{}' objects doesn't apply to a '{}' object", name,
                        type, type_name(object)),
            a.span);
  }
  Arguments rest;
  rest.positional.assign(a.positional.begin() + 1, a.positional.end());
  rest.keywords = a.keywords;
  rest.span = a.span;
  return e.call(*e.attribute(object, name, a.span), rest);
}

Value* type_attribute(Evaluator& e, std::string_view type, std::string_view name, Span span) {
  constexpr std::pair<std::string_view, Value::Kind> kTypes[] = {{"dict", Value::Kind::kDict},
                                                                 {"list", Value::Kind::kList},
                                                                 {"str", Value::Kind::kString},
                                                                 {"tuple", Value::Kind::kTuple}};
  const auto* row = std::find_if(std::begin(kTypes), std::end(kTypes),
                                 [&](const auto& each) { return each.first == type; });
  if (row != std::end(kTypes)) {
    Value* self = e.pool().make(row->second, span);
    if (name == "fromkeys" || name == "maketrans") return e.attribute(*self, name, span);
    const Methods& methods = row->second == Value::Kind::kDict     ? dict_methods(*self)
                             : row->second == Value::Kind::kString ? string_methods()
                                                                   : sequence_methods(*self);
    if (has_method(methods, name)) {
      Value* names = tuple_of(e, std::array{e.pool().string(type), e.pool().string(name)}, span);
      return native_value(e, name, call_unbound, names, false, span);
    }
  }
  return e.unknown(fmt::format("{}.{} is not computed", type, name), span);
}

}  // namespace

void warn_of_outside(Evaluator& e, std::string_view what, Span span) {
  e.hazards.warn(ProblemKind::kEnvironmentDependent, span, {{"what", std::string(what)}});
}

bool is_standard_module(std::string_view dotted) {
  if (dotted.starts_with("mmengine.config")) return true;
  return facts::is_standard_module(dotted);
}

Value* module_value(Evaluator& e, std::string_view name, Span span) {
  auto module = std::make_unique<ModuleObject>();
  module->name = e.pool().keep(name);
  module->standard = is_standard_module(name);
  return object_value(e, ObjectPtr(module.release()), e.pool().keep(fmt::format("module {}", name)),
                      span);
}

Value* module_attribute(Evaluator& e, const ModuleObject& module, std::string_view name,
                        Span span) {
  const std::string dotted = fmt::format("{}.{}", module.name, name);
  if (facts::depends_on_machine(dotted)) warn_of_outside(e, dotted, span);
  const bool in_python = facts::is_python_function(dotted);
  const Member not_computed{e.pool().keep(name), unknown_result};
  const Member* found = in_python ? &not_computed : nullptr;
  for (const Member& member : members_of(module.name)) {
    if (member.name == name) found = &member;
  }
  if (!found) return e.unknown(fmt::format("{} is not computed", dotted), span);
  Value* value = member_value(e, *found, span);
  if (auto* native = dynamic_cast<NativeObject*>(value->object())) native->in_python = in_python;
  return value;
}

Value* object_attribute(Evaluator& e, Value& object, std::string_view name, Span span) {
  if (const auto* module = dynamic_cast<const ModuleObject*>(object.object())) {
    return module_attribute(e, *module, name, span);
  }
  if (is_environment(object)) return environment_attribute(e, object, name, span);
  const auto* native = dynamic_cast<const NativeObject*>(object.object());
  if (native && name == "__name__") return e.pool().string(native->name, span);
  if (native && native->is_type) return type_attribute(e, native->name, name, span);
  if (Value* method = open_file_method(e, object, name, span)) return method;
  return e.unknown(fmt::format("the attribute {} of an object is not computed", name), span);
}

}  // namespace mmlint::python

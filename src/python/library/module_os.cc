#include <fmt/format.h>

#include "python/eval/environment.h"
#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/modules.h"
#include "python/library/path_constants.h"

// What configs use of Python's os: the environment variables (os.py, _Environ) and a few names.
namespace mmlint::python {
namespace {

using A = const Arguments&;

Value* variables(Evaluator& e) {
  Environment& environment = e.environment;
  if (environment.variables) return environment.variables;
  Value* dict = e.pool().make(Value::Kind::kDict);
  for (const auto& [name, text] : environment.given) {
    Value* value = e.pool().string(e.pool().keep(text));
    dict->edit_dict().set(e.pool().string(e.pool().keep(name)), value,
                          e.pool().origin({.set = value}));
  }
  return environment.variables = dict;
}

Value* os_environ(Evaluator& e, Span span) {
  Environment& environment = e.environment;
  if (!environment.object) {
    environment.object = object_value(e, ObjectPtr(new EnvironmentObject()), "_Environ", span);
  }
  return environment.object;
}

// The dict behind it; null if it is not known.
Value* variables_of(Evaluator& e, const Value& object) {
  const Value* own = e.environment.object;
  if (!own || own->object() != object.object()) return nullptr;
  Value* dict = variables(e);
  return dict->kind == Value::Kind::kDict ? dict : nullptr;
}

// False if the text is not known; raises TypeError for what is none.
bool is_text(Evaluator& e, const Value& value, Span span) {
  if (value.kind == Value::Kind::kString) e.hazards.look_into(value);
  if (value.kind == Value::Kind::kString) return true;
  if (value.kind == Value::Kind::kUnknown || value.kind == Value::Kind::kObject) return false;
  e.raise("TypeError", fmt::format("str expected, not {}", type_name(value)), span);
}

void forget(Evaluator& e, const Value& object, Span span) {
  if (Value* dict = variables_of(e, object)) e.taint(*dict, "changed in an unknown way", span);
}

// Null if there is none.
Value* found(Evaluator& e, const Value& object, const Value& key, Span span) {
  Value* dict = is_text(e, key, span) ? variables_of(e, object) : nullptr;
  if (!dict) return e.unknown("an unknown environment variable", span);
  const Entry* entry = dict->dict().find(key);
  return entry ? entry->value : nullptr;
}

// What is looked up without a default is set where the config is used, or the config would not
// load there.
Value* not_given(Evaluator& e, std::string_view name, Span span) {
  e.hazards.warn(ProblemKind::kVariableNotGiven, span, {{"name", std::string(name)}});
  return e.unknown(fmt::format("environment variable {} is not given", name), span);
}

Value* get(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"get", {"key", "default"}, 1, 2, 0});
  if (Value* value = found(e, *self, *given[0], a.span)) return value;
  return given[1] ? given[1] : e.pool().none(a.span);
}

Value* get_variable(Evaluator& e, Value*, A a) {
  return get(e, os_environ(e, a.span), a);
}

Value* setdefault(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"setdefault", {"key", "value"}, 2, 2, 0});
  Value* value = found(e, *self, *given[0], a.span);
  if (value && value->kind == Value::Kind::kUnknown) forget(e, *self, a.span);
  if (value) return value;
  set_environment_item(e, *self, *given[0], *given[1], a.span);
  return environment_item(e, *self, *given[0], a.span);
}

Value* pop(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"pop", {"key", "default"}, 1, 2, 0});
  Value* value = found(e, *self, *given[0], a.span);
  if (!value && given[1]) return given[1];
  if (!value) value = environment_item(e, *self, *given[0], a.span);
  delete_environment_item(e, *self, *given[0], a.span);
  return value;
}

Value* update(Evaluator& e, Value* self, A a) {
  if (a.positional.size() > 1 ||
      (!a.positional.empty() && a.positional[0]->kind != Value::Kind::kDict)) {
    forget(e, *self, a.span);
    return not_computed(e, a, "os.environ.update() of this");
  }
  const auto set = [&](Value& key, Value& value) {
    set_environment_item(e, *self, key, value, a.span);
  };
  if (!a.positional.empty()) {
    Value& other = *a.positional[0];
    for (std::size_t i = 0; i < other.dict().size(); ++i) {
      set(*other.dict().entries()[i].key, *e.live_entry(other, i));
    }
  }
  for (const Keyword& k : a.keywords) set(*e.pool().string(k.name, a.span), *k.value);
  return e.pool().none(a.span);
}

Value* opaque(Evaluator& e, Value*, A a) {
  return not_computed(e, a, "all environment variables");
}

Value* changes(Evaluator& e, Value* self, A a) {
  forget(e, *self, a.span);
  return not_computed(e, a, "all environment variables");
}

constexpr Method kMethods[] = {
    {"get", get},       {"setdefault", setdefault, true}, {"pop", pop, true},
    {"copy", opaque},   {"update", update, true},         {"clear", changes, true},
    {"items", opaque},  {"popitem", changes, true},       {"keys", opaque},
    {"values", opaque},
};

Value* line_feed(Evaluator& e, Span span) {
  return e.pool().string("\n", span);
}
Value* posix(Evaluator& e, Span span) {
  return e.pool().string("posix", span);
}
Value* null_device(Evaluator& e, Span span) {
  return e.pool().string("/dev/null", span);
}
Value* path(Evaluator& e, Span span) {
  return module_value(e, "os.path", span);
}

constexpr Member kMembers[] = {
    {"environ", nullptr, os_environ},
    {"getenv", get_variable},
    {"path", nullptr, path},
    {"sep", nullptr, path_constants::sep},
    {"pathsep", nullptr, path_constants::pathsep},
    {"linesep", nullptr, line_feed},
    {"curdir", nullptr, path_constants::curdir},
    {"extsep", nullptr, path_constants::extsep},
    {"pardir", nullptr, path_constants::pardir},
    {"name", nullptr, posix},
    {"devnull", nullptr, null_device},
};

}  // namespace

bool is_environment(const Value& value) {
  return value.kind == Value::Kind::kObject &&
         dynamic_cast<const EnvironmentObject*>(value.object());
}

bool holds_environment(const Object& object) {
  const auto* module = dynamic_cast<const ModuleObject*>(&object);
  return module ? module->name == "os" : dynamic_cast<const EnvironmentObject*>(&object) != nullptr;
}

Value* environment_item(Evaluator& e, const Value& object, Value& key, Span span) {
  if (Value* value = found(e, object, key, span)) return value;
  if (!e.environment.is_complete) return not_given(e, key.text(), span);
  std::vector<std::string> names;
  for (const Entry& entry : variables(e)->dict().entries()) names.emplace_back(entry.key->text());
  e.raise_missing("KeyError", fmt::format("no environment variable is named '{}'", key.text()),
                  key.text(), names, span);
}

void set_environment_item(Evaluator& e, const Value& object, Value& key, Value& value, Span span) {
  e.environment.changed = true;
  const bool known = is_text(e, key, span);
  is_text(e, value, span);
  if (!known) return forget(e, object, span);
  if (key.text().empty()) e.raise("OSError", "[Errno 22] Invalid argument", span);
  if (key.text().find('=') != std::string_view::npos) {
    e.raise("ValueError", "illegal environment variable name", span);
  }
  if (Value* dict = variables_of(e, object)) {
    dict->edit_dict().set(&key, &value, e.pool().origin({.value = value.span, .set = &value}));
  }
}

void delete_environment_item(Evaluator& e, const Value& object, Value& key, Span span) {
  e.environment.changed = true;
  const Value* value = environment_item(e, object, key, span);
  Value* dict = variables_of(e, object);
  if (value->kind == Value::Kind::kUnknown && key.kind != Value::Kind::kString)
    return forget(e, object, span);
  if (dict) dict->edit_dict().erase(key);
}

std::optional<bool> environment_has(Evaluator& e, const Value& object, Value& key, Span span) {
  Value* dict = is_text(e, key, span) ? variables_of(e, object) : nullptr;
  return dict ? std::optional(dict->dict().find(key) != nullptr) : std::nullopt;
}

Value* environment_method(Evaluator& e, Value& object, std::string_view name, Span span) {
  Value* method = find_method(e, kMethods, object, name, span);
  return method ? method : e.unknown("an attribute of os.environ", span);
}

void taint_environment(Evaluator& e, std::string_view reason, Span span) {
  e.environment.changed = true;
  e.taint(*variables(e), reason, span);
}

std::span<const Member> os_members() {
  return kMembers;
}

}  // namespace mmlint::python

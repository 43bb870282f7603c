

#include "base/text.h"
#include "python/eval/operators.h"
#include "python/library/modules.h"

// What configs use of Python's os and os.path: the environment variables (os.py, _Environ), and
// functions that only compute with texts, as CPython's posixpath.py and genericpath.py.
namespace mmlint::python {
namespace {

using A = const Arguments&;
using View = std::string_view;

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

// Null if there is none.
Value* found(Evaluator& e, const Value& object, const Value& key, Span span) {
  Value* dict = is_text(e, key, span) ? variables_of(e, object) : nullptr;
  if (!dict) return e.unknown("an unknown environment variable", span);
  const Entry* entry = dict->dict().find(key);
  return entry ? entry->value : nullptr;
}

Value* get(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"get", {"key", "default"}, 1, 2, 0});
  if (Value* value = found(e, *self, *given[0], a.span)) return value;
  return given[1] ? given[1] : e.pool().none(a.span);
}

Value* variable_of(Evaluator& e, Value*, A a) {
  return get(e, os_environ(e, a.span), a);
}

Value* path(Evaluator& e, Span span) {
  return module_value(e, "os.path", span);
}

constexpr Member kOfOs[] = {
    {.name = "environ", .value = os_environ},
    {"getenv", variable_of},
    {.name = "path", .value = path},
};

// --- os.path ---

// Null if the path is not known; raises TypeError for what is none.
const Value* path_of(Evaluator& e, const Value& value, Span span) {
  if (value.kind == Value::Kind::kString) {
    e.hazards.look_into(value);
    e.step(value.text().size() / 64);
    return &value;
  }
  const bool may_be_path = value.kind == Value::Kind::kUnknown ||
                           value.kind == Value::Kind::kObject || value.kind == Value::Kind::kBytes;
  if (may_be_path) return nullptr;
  e.raise("TypeError",
          fmt::format("expected str, bytes or os.PathLike object, not {}", type_name(value)), span);
}

// The only argument; null if it is not known.
const Value* only_path(Evaluator& e, A a, View function, View name) {
  return path_of(e, *bound(e, a, {function, {name}, 1, 1, 0})[0], a.span);
}

Value* not_known(Evaluator& e, A a) {
  return not_computed(e, a, "a function of os.path with an unknown path");
}

Value* join(Evaluator& e, Value*, A a) {
  if (a.positional.empty() || !a.keywords.empty()) {
    return not_computed(e, a, "os.path.join() with keywords");
  }
  bool known = true;
  std::string out;
  for (std::size_t i = 0; i < a.positional.size(); ++i) {
    const Value* path = path_of(e, *a.positional[i], a.span);
    known = known && path;
    if (!known) continue;
    if (i == 0 || path->text().starts_with('/')) {
      out = path->text();
    } else {
      if (!out.empty() && !out.ends_with('/')) out += '/';
      out += path->text();
    }
    e.check_text(out.size(), a.span);
  }
  return known ? e.new_text(out, a.span) : not_known(e, a);
}

Value* dirname(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "dirname", "p");
  if (!path) return not_known(e, a);
  View head = path->text().substr(0, path->text().rfind('/') + 1);
  if (head.find_first_not_of('/') != View::npos) {
    while (head.ends_with('/')) head.remove_suffix(1);
  }
  return e.pool().string(head, a.span);
}

Value* basename(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "basename", "p");
  if (!path) return not_known(e, a);
  return e.pool().string(path->text().substr(path->text().rfind('/') + 1), a.span);
}

Value* splitext(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "splitext", "p");
  if (!path) return not_known(e, a);
  const View text = path->text();
  const std::size_t root = text.size() - extension(text).size();
  return tuple_of(e,
                  std::array{e.pool().string(text.substr(0, root), a.span),
                             e.pool().string(text.substr(root), a.span)},
                  a.span);
}

Value* abspath(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "abspath", "path");
  // Two leading slashes mean something to POSIX.
  if (path && path->text().starts_with('/') && !path->text().starts_with("//") &&
      path->text().find('\0') == View::npos) {
    return e.new_text(absolute_path(path->text(), "/"), a.span);
  }
  warn_of_outside(e, "os.path.abspath", a.span);
  return not_computed(e, a, "os.path.abspath() of a path that is not absolute");
}

Value* expanduser(Evaluator& e, Value*, A a) {
  const Value* path = only_path(e, a, "expanduser", "path");
  if (path && !path->text().starts_with('~')) return e.pool().string(path->text(), a.span);
  warn_of_outside(e, "os.path.expanduser", a.span);
  return not_computed(e, a, "the user's folder");
}

constexpr Member kOfPath[] = {
    {"abspath", abspath},       {"basename", basename}, {"dirname", dirname},
    {"expanduser", expanduser}, {"join", join},         {"splitext", splitext},
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
  if (!e.environment.is_complete) {
    // It is set where the config is used, or the config would not load there.
    e.hazards.warn(ProblemKind::kVariableNotGiven, span, {{"name", std::string(key.text())}});
    return e.unknown(fmt::format("environment variable {} is not given", key.text()), span);
  }
  std::vector<std::string> names;
  for (const Entry& entry : variables(e)->dict().entries()) names.emplace_back(entry.key->text());
  e.raise_missing("KeyError", fmt::format("no environment variable is named '{}'", key.text()),
                  key.text(), names, span);
}

void set_environment_item(Evaluator& e, const Value& object, Value& key, Value& value, Span span) {
  const bool known = is_text(e, key, span);
  is_text(e, value, span);
  if (!known) return taint_environment(e, "changed in an unknown way", span);
  e.environment.changed = true;
  if (key.text().empty()) e.raise("OSError", "[Errno 22] Invalid argument", span);
  if (key.text().find('=') != View::npos) {
    e.raise("ValueError", "illegal environment variable name", span);
  }
  if (Value* dict = variables_of(e, object)) {
    dict->edit_dict().set(&key, &value, e.pool().origin({.value = value.span, .set = &value}));
  }
}

std::optional<bool> environment_has(Evaluator& e, const Value& object, Value& key, Span span) {
  Value* dict = is_text(e, key, span) ? variables_of(e, object) : nullptr;
  return dict ? std::optional(dict->dict().find(key) != nullptr) : std::nullopt;
}

Value* environment_attribute(Evaluator& e, Value& object, View name, Span span) {
  if (name == "get") return native_value(e, "get", get, &object, false, span);
  taint_environment(e, "changed in an unknown way", span);
  return e.unknown(fmt::format("os.environ.{} is not computed", name), span);
}

void taint_environment(Evaluator& e, View reason, Span span) {
  e.environment.changed = true;
  e.taint(*variables(e), reason, span);
}

std::span<const Member> os_members() {
  return kOfOs;
}

std::span<const Member> os_path_members() {
  return kOfPath;
}

}  // namespace mmlint::python

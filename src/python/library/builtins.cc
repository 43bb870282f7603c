#include "python/library/builtins.h"

#include "base/text.h"
#include "python/eval/operators.h"

namespace mmlint::python {
namespace {

using namespace builtins;  // NOLINT: the functions of the table

Value* print(Evaluator& e, Value*, A a) {
  return e.pool().none(a.span);
}

Value* instance(Evaluator& e, Value*, A a) {
  return not_run(e, a, "an object of a class is not computed");
}

Value* type_value(Evaluator& e, std::string_view name, Native call, Span span) {
  Value* value = native_value(e, name, call, nullptr, false, span);
  static_cast<NativeObject*>(value->object())->is_type = true;
  value->set_text(e.pool().keep(fmt::format("class {}", name)));
  return value;
}

Value* type(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 1 || !a.keywords.empty()) return not_run(e, a, "a new type");
  const Value& v = *a.positional[0];
  if (v.kind >= Value::Kind::kReference) return not_computed(e, a, "the type of this value");
  Value* known = builtin(e, type_name(v), a.span);
  return known ? known : type_value(e, type_name(v), instance, a.span);
}

constexpr Member kOthers[] = {{"bytes", instance, true},  {"complex", instance, true},
                              {"object", instance, true}, {"open", open},
                              {"print", print},           {"type", type, true}};

// Builtins that are not computed.
constexpr std::string_view kNotComputed =
    "NotImplemented __build_class__ __debug__ __doc__ __import__ __loader__ __package__ __spec__ "
    "aiter anext breakpoint bytearray classmethod compile copyright credits delattr dir exit "
    "frozenset help id input issubclass license memoryview property quit slice staticmethod super";

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

Value* member_value(Evaluator& e, const Member& member, Span span) {
  if (member.value) return member.value(e, span);
  return member.is_type ? type_value(e, member.name, member.call, span)
                        : native_value(e, member.name, member.call, nullptr, false, span);
}

Value* tuple_of(Evaluator& e, std::span<Value* const> items, Span span) {
  Value* out = e.pool().make(Value::Kind::kTuple, span);
  out->edit_items().assign(items);
  return out;
}

bool is_word_of(std::string_view words, std::string_view word) {
  if (word.empty() || word.find(' ') != word.npos) return false;
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || words[at - 1] == ' ';
    if (begins && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

bool has_method(const Methods& methods, std::string_view name) {
  const auto is_it = [&](const Method& m) { return m.name == name; };
  return std::ranges::any_of(methods.computed, is_it) || is_word_of(methods.others, name);
}

Value* find_method(Evaluator& e, const Methods& methods, Value& self, std::string_view name,
                   Span span) {
  for (const Method& m : methods.computed) {
    if (m.name == name) return native_value(e, m.name, m.call, &self, m.changes_self, span);
  }
  if (!is_word_of(methods.others, name)) return nullptr;
  return change_unknown(e, self, fmt::format("{}.{}() is not computed", methods.type, name), span);
}

Value* builtin(Evaluator& e, std::string_view name, Span span) {
  for (const auto& members : {conversions(), numbers(), objects(), iterators(), reductions(),
                              std::span<const Member>(kOthers)}) {
    for (const Member& member : members) {
      if (member.name == name) return member_value(e, member, span);
    }
  }
  if (name == "__name__") return e.pool().string("builtins", span);
  if (name == "Ellipsis") {
    Value* value = e.pool().make(Value::Kind::kObject, span);
    value->set_text("ellipsis Ellipsis");
    return value;
  }
  if (is_exception(name)) return type_value(e, name, instance, span);
  if (!is_word_of(kNotComputed, name)) return nullptr;
  return e.unknown(fmt::format("{}() is not computed", name), span);
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

Value* not_run(Evaluator& e, const Arguments& a, std::string_view reason) {
  for (Value* value : a.positional) e.taint(*value, reason, a.span);
  for (const Keyword& k : a.keywords) e.taint(*k.value, reason, a.span);
  return e.unknown(reason, a.span);
}

Value* change_unknown(Evaluator& e, Value& self, std::string_view reason, Span span) {
  e.taint(self, reason, span);
  return e.unknown(reason, span);
}

Value* keyword(const Arguments& a, std::string_view name) {
  for (const Keyword& k : a.keywords) {
    if (k.name == name) return k.value;
  }
  return nullptr;
}

}  // namespace mmlint::python



#include "base/text.h"
#include "python/eval/iterator.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"
#include "python/eval/text_format.h"
#include "value/scalar_text.h"

// Reading and writing attributes and items, and what ConfigDict does to what is stored in it.
namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only
using mmlint::Dict;

namespace {

[[noreturn]] void raise_missing_key(Evaluator& e, const Value& dict, std::string_view name,
                                    std::string exception, Span span) {
  std::vector<std::string> keys;
  for (const Entry& entry : dict.dict().entries()) {
    if (entry.key->kind == Value::Kind::kString) keys.emplace_back(entry.key->text());
  }
  e.raise_missing(std::move(exception),
                  fmt::format("'{}' object has no key '{}'", type_name(dict), name), name, keys,
                  span);
}

Value* lazy_attribute(Evaluator& e, Value& object, std::string_view name, Span span) {
  const auto& lazy = dynamic_cast<const LazyObject&>(*object.object());
  const auto set = e.lazy_attributes.find({&lazy, std::string(name)});
  if (set != e.lazy_attributes.end()) return set->second;
  // The real attributes of LazyObject and LazyAttr hide those of what they stand for (rule L1).
  const auto text = [&](std::string_view s) { return e.pool().string(e.pool().keep(s), span); };
  if (name == "_module" && !lazy.dotted.empty()) {
    Value* list = e.pool().make(Value::Kind::kList, span);
    for (const std::string& each : lazy.dotted) list->edit_items().push_back(text(each));
    return list;
  }
  if (name == "module" || name == "_module") return text(lazy.module);
  if (name == "name" && lazy.source) return text(lazy.name);
  if (name == "source" && lazy.source) return lazy.source;
  if (name == "_imported" && !lazy.source) {
    return lazy.imported ? text(lazy.name) : e.pool().none(span);
  }
  if (name == "location" || name == "build" || name.starts_with("__")) {
    return e.unknown("an attribute of the lazy object itself", span);
  }
  auto attribute = std::make_unique<LazyObject>();
  attribute->prefix = lazy.prefix + "." + std::string(name);
  attribute->module = lazy.prefix;
  attribute->source = &object;
  e.check_text(attribute->prefix.size(), span);
  e.step(attribute->prefix.size() / 64);
  attribute->name = name;
  Value* value = e.pool().make(Value::Kind::kReference, span);
  value->literal = true;
  value->set_text(e.pool().keep(attribute->prefix));
  value->set_object(e.pool().keep(ObjectPtr(attribute.release())));
  return value;
}

// The index as Python counts it, negative from the end; nullopt if it is out of range.
std::optional<std::size_t> index_in(std::size_t size, const Value& key) {
  const std::int64_t n = static_cast<std::int64_t>(size);
  std::int64_t i = int_of(key);
  if (i < 0) i += n;
  if (i < 0 || i >= n) return std::nullopt;
  return static_cast<std::size_t>(i);
}

bool is_index(const Value& key) {
  return (key.kind == Value::Kind::kInt && !key.big) || key.kind == Value::Kind::kBool;
}

// The character at a place.
Value* letter(Evaluator& e, const Value& text, const Value& key, Span at) {
  e.hazards.look_into(text);
  if (!is_index(key)) {
    if (key.kind == Value::Kind::kObject || key.big)
      return e.unknown("an item at an unknown place", at);
    e.raise("TypeError", fmt::format("string indices must be integers, not '{}'", type_name(key)),
            at);
  }
  e.step(text.text().size() / 16);
  const auto i = index_in(count_characters(text.text()), key);
  if (!i) e.raise("IndexError", "string index out of range", at);
  std::size_t from = 0;
  for (std::size_t n = 0; n < *i; ++n) from += character_length(text.text().substr(from));
  return e.pool().string(text.text().substr(from, character_length(text.text().substr(from))), at);
}

void unpack(Evaluator& e, const Sequence& targets, Value& value) {
  const auto* items = e.iterate(value, e.span(targets));
  const auto assign_unknown = [&] {
    for (const Expr* target : targets.items) {
      const Expr& t = target->kind == ExprKind::kStarred ? *as<Starred>(*target).value : *target;
      e.assign(t, *e.unknown("unpacked from an unknown value", value.span), nullptr);
    }
  };
  if (!items) return assign_unknown();
  const std::vector<Value*> values(items->begin(), items->end());
  std::size_t star = targets.items.size();
  for (std::size_t i = 0; i < targets.items.size(); ++i) {
    if (targets.items[i]->kind == ExprKind::kStarred) star = i;
  }
  const bool starred = star < targets.items.size();
  const std::size_t needed = targets.items.size() - (starred ? 1 : 0);
  if (starred ? values.size() < needed : values.size() != needed) {
    e.raise("ValueError",
            fmt::format("cannot unpack {} values into {} names", values.size(), needed),
            e.span(targets));
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < targets.items.size(); ++i) {
    if (i != star) {
      e.assign(*targets.items[i], *values[next++], nullptr);
      continue;
    }
    Value* rest = e.pool().make(Value::Kind::kList, e.span(*targets.items[i]));
    while (rest->items().size() < values.size() - needed)
      rest->edit_items().push_back(values[next++]);
    e.assign(*as<Starred>(*targets.items[i]).value, *rest, nullptr);
  }
}

}  // namespace

Value* Evaluator::attribute(Value& object, std::string_view name, Span at) {
  // Nobody calls Python's special methods by their names.
  const bool is_special = name.starts_with("__") && name.ends_with("__");
  const auto method_of = [&](const Methods& methods) {
    return find_method(*this, methods, object, name, at);
  };
  Value* method = nullptr;
  switch (object.kind) {
    case Value::Kind::kUnknown:
      return unknown(object.text(), object.span);
    case Value::Kind::kDict: {
      method = method_of(dict_methods(object));
      if (method || !object.config_dict || is_special) break;
      // ConfigDict.lazy; the `scope` that _dict_to_config_dict sets on a base's dicts.
      if (name == "lazy") return pool_.boolean(lazy, at);
      if (name == "scope" && object.from_base && !lazy) {
        return scoped_bases ? unknown("the scope of a base's dict", at) : pool_.none(at);
      }
      const Entry* entry = object.dict().find(name);
      if (!entry) {
        // `at` is the whole a.b.name; the name alone is what is wrong.
        const auto length = static_cast<std::uint32_t>(name.size());
        const std::uint32_t begin = at.length() > length ? at.end - length : at.begin;
        raise_missing_key(*this, object, name, "AttributeError", {at.file, begin, at.end});
      }
      note_read(entry->origin);
      return live_entry(object, static_cast<std::size_t>(entry - object.dict().entries().data()));
    }
    case Value::Kind::kString:
      hazards.look_into(object);
      method = method_of(string_methods());
      break;
    case Value::Kind::kList:
    case Value::Kind::kTuple:
    case Value::Kind::kSet:
      method = method_of(sequence_methods(object));
      break;
    case Value::Kind::kInt:
    case Value::Kind::kBool:
    case Value::Kind::kFloat:
      method = number_attribute(*this, object, name, at);
      break;
    case Value::Kind::kReference:
      return lazy_attribute(*this, object, name, at);
    case Value::Kind::kObject:
      // A function has no attributes but Python's own, unless the config sets one.
      if (!dynamic_cast<const FunctionObject*>(object.object()) || is_special || attributes_set_) {
        return object_attribute(*this, object, name, at);
      }
      break;
    case Value::Kind::kBytes:
      return unknown("an attribute of bytes", at);
    case Value::Kind::kNone:
      break;
  }
  if (method) return method;
  if (is_special) {
    return change_unknown(*this, object, fmt::format("{} is not computed", name), at);
  }
  raise("AttributeError", fmt::format("'{}' object has no attribute '{}'", type_name(object), name),
        at);
}

Value* Evaluator::item(Value& object, Value& key, Span at) {
  if (object.kind == Value::Kind::kUnknown) return unknown(object.text(), object.span);
  if (key.kind == Value::Kind::kUnknown) return unknown(key.text(), key.span);
  switch (object.kind) {
    case Value::Kind::kDict: {
      if (!check_key(key, at)) return unknown("an item with an unknown key", key.span);
      const Entry* entry = object.dict().find(key);
      if (!entry) {
        if (key.kind == Value::Kind::kString)
          raise_missing_key(*this, object, key.text(), "KeyError", at);
        raise("KeyError", repr(*this, key).value_or("?"), at);
      }
      note_read(entry->origin);
      return live_entry(object, static_cast<std::size_t>(entry - object.dict().entries().data()));
    }
    case Value::Kind::kList:
    case Value::Kind::kTuple: {
      if (!is_index(key)) {
        if (key.kind == Value::Kind::kObject || key.big)
          return unknown("an item at an unknown place", at);
        raise(
            "TypeError",
            fmt::format("{} indices must be integers, not '{}'", type_name(object), type_name(key)),
            at);
      }
      const auto i = index_in(object.items().size(), key);
      if (!i) raise("IndexError", fmt::format("{} index out of range", type_name(object)), at);
      return live(object.slots()[*i]);
    }
    case Value::Kind::kString:
      return letter(*this, object, key, at);
    case Value::Kind::kBytes:
      return unknown("an item of bytes", at);
    case Value::Kind::kObject: {
      if (is_environment(object)) return environment_item(*this, object, key, at);
      return unknown("an item of an object", at);
    }
    default:
      raise("TypeError", fmt::format("'{}' object is not subscriptable", type_name(object)), at);
  }
}

void Evaluator::set_item(Value& object, Value& key, Value& value, const Origin* origin, Span at) {
  if (object.kind == Value::Kind::kUnknown) return;
  if (is_environment(object)) return set_environment_item(*this, object, key, value, at);
  if (key.kind == Value::Kind::kUnknown)
    return taint(object, "an item with an unknown key was set", at);
  if (!origin) origin = pool_.origin({.value = value.span, .how = How::kComputed, .set = &value});
  if (object.kind == Value::Kind::kDict) {
    if (!check_key(key, at)) return taint(object, "an item with an unknown key was set", at);
    check_items(object.dict().size() + 1, at);
    OriginParts chained = origin->parts();
    if (const Entry* before = object.dict().find(key)) chained.shadows = before->origin;
    object.edit_dict().set(&key, object.config_dict ? hook(value) : &value, pool_.origin(chained));
    return;
  }
  if (object.kind == Value::Kind::kList && is_index(key)) {
    const auto i = index_in(object.items().size(), key);
    if (!i) raise("IndexError", "list assignment index out of range", at);
    object.slots()[*i] = &value;
    return;
  }
  if (object.kind == Value::Kind::kList && (key.kind == Value::Kind::kObject || key.big)) {
    return taint(object, "an item at an unknown place was set", at);
  }
  if (object.kind == Value::Kind::kObject)
    return;  // an attribute of an object does not reach the config
  raise("TypeError", fmt::format("'{}' object does not support item assignment", type_name(object)),
        at);
}

void Evaluator::set_attribute(Value& object, std::string_view name, Value& value,
                              const Origin* origin, Span at) {
  if (object.kind == Value::Kind::kUnknown) return;
  if (object.kind == Value::Kind::kReference) {
    lazy_attributes[{object.object(), std::string(name)}] = &value;
    return;
  }
  if (object.kind == Value::Kind::kObject) {
    // Such attributes are not kept: reading one gives an unknown value, through which the value may
    // be changed.
    attributes_set_ = true;
    taint(value, "set as an attribute of an object", at);
    if (name == "environ" && object.object() && holds_environment(*object.object())) {
      taint_environment(*this, "os.environ was replaced", at);
    }
    return;
  }
  if (object.kind != Value::Kind::kDict || !object.config_dict) {
    raise("AttributeError",
          fmt::format("'{}' object has no attribute '{}'", type_name(object), name), at);
  }
  if (name == "lazy" || has_method(dict_methods(object), name)) {
    raise("AttributeError", fmt::format("'Dict' object attribute '{}' is read-only", name), at);
  }
  set_item(object, *pool_.string(name, at), value, origin, at);
}

void Evaluator::assign(const Expr& target, Value& value, const Origin* origin) {
  switch (target.kind) {
    case ExprKind::kName:
      return bind(as<Name>(target).id, value, origin);
    case ExprKind::kAttribute: {
      const auto& a = as<Attribute>(target);
      Value* object = eval(*a.object);
      warn_of_edit(*object, target);
      return set_attribute(*object, a.name, value, origin, span(target));
    }
    case ExprKind::kSubscript: {
      const auto& s = as<Subscript>(target);
      Value* object = eval(*s.object);
      warn_of_edit(*object, target);
      if (s.index->kind == ExprKind::kSlice) {
        return set_slice(*this, *object, as<Slice>(*s.index), &value);
      }
      return set_item(*object, *eval(*s.index), value, origin, span(target));
    }
    case ExprKind::kTuple:
    case ExprKind::kList:
      return unpack(*this, as<Sequence>(target), value);
    default:
      raise("SyntaxError", "cannot assign to this expression", span(target));
  }
}

}  // namespace mmlint::python

#include "script/symbols.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

// getattr(), hasattr() and setattr().
namespace mmlint::script {

namespace {

// Must: an object has an attribute. The script sets or declares it, or every build of the library
// has it, such as torch.cuda.
bool has_attribute(Walk& walk, Symbol object, std::string_view name, const State& state) {
  const bool declared =
      object == Symbol::options() &&
      std::ranges::any_of(walk.out.options, [&](const Option& each) { return each.dest == name; });
  const Symbol attribute = object.attribute(name);
  const Alternatives* stored = state.attributes.find(attribute);
  const bool always = stored && std::ranges::none_of(*stored, [&](const auto& each) {
                        return each.symbol() == attribute;
                      });
  const bool of_wrapper = name == "module" && wraps_for_group(object.callee());
  if (declared || always || of_wrapper || attribute == "torch.cuda") return true;
  if (!object.is_instance()) return false;
  const auto all = walk.program.linearized(object.class_of());
  return std::ranges::any_of(all, [&](Symbol each) {
    const ClassInfo* info = walk.program.class_of(each);
    return state.attributes.find(each.attribute(name)) ||
           (info && info->methods.find(name) != info->methods.end());
  });
}

// Returns getattr(object, attribute, otherwise) for one possible value of the object.
Alternatives attribute_or(Walk& walk, const Alternative& object, std::string_view attribute,
                          const Alternatives& otherwise, Span at, State& state) {
  Alternatives found = attribute_of_all(walk, {object}, attribute, at, state);
  if (has_attribute(walk, object.symbol(), attribute, state)) return found;
  Alternatives missing = under(otherwise, object.guard);
  const Symbol full = object.is_symbol() ? object.symbol().attribute(attribute) : Symbol();
  if (!full.is_dotted_name()) return either(std::move(found), missing);
  // Some builds lack the attribute, such as torch.npu.
  const Truth is_there = answer_of({Question::Kind::kAttribute, full.str()});
  return either(under(std::move(found), is_there.if_holds),
                under(std::move(missing), is_there.if_fails));
}

Alternatives get_attribute(Walk& walk, const Givens& given, std::string_view attribute, Span at,
                           State& state) {
  const Alternatives& objects = given[0].value;
  if (given.size() == 2) return attribute_of_all(walk, objects, attribute, at, state);
  const bool keeps = same(objects, given[2].value);  // getattr(model, 'module', model)
  std::optional<Alternatives> out;
  for (const Alternative& object : objects) {
    Alternatives one = attribute_or(walk, object, attribute,
                                    keeps ? Alternatives{object} : given[2].value, at, state);
    out = out ? either(std::move(*out), one) : std::move(one);
  }
  return *out;
}

// Evaluates getattr() with several possible names only for modules: getattr(models, 'Large' if
// cards else 'Small'). The methods of an object may depend on more than the walk can afford to
// follow.
Alternatives get_attribute(Walk& walk, const Givens& given, Span at, State& state) {
  const Alternative* object = only_symbol(given[0].value);
  const bool is_module =
      object && (object->symbol().is(Symbol::Kind::kModule) || object->symbol().is_dotted_name());
  if (!is_module) {
    const std::string_view name = text_of(given[1].value);
    if (name.empty()) escape_inside(walk, given[0].value, state);
    return name.empty() ? unknown(at) : get_attribute(walk, given, name, at, state);
  }
  std::optional<Alternatives> out;
  for (const Alternative& each : given[1].value) {
    const Alternative name = with_defaults({each}, walk.out.options).front();
    const Value* text = name.data();
    if (!text || text->kind != Value::Kind::kString || text->text().empty()) return unknown(at);
    const Alternatives one = under(get_attribute(walk, given, text->text(), at, state), name.guard);
    out = out ? either(std::move(*out), one) : one;
    if (const auto option = each.symbol().option()) {  // who gives it may name another one
      Guard is_given = each.guard;
      is_given.add({{Question::Kind::kOption, std::string(*option)}, true});
      out = either(std::move(*out), under(unknown(at), is_given));
    }
  }
  return out && !out->empty() ? *out : unknown(at);
}

Alternatives has_attribute(Walk& walk, const Givens& given, Span at, State& state) {
  const std::string_view attribute = text_of(given[1].value);
  const Alternative* object = only_symbol(given[0].value);
  if (!object || attribute.empty()) return unknown(at);
  const Symbol full = object->symbol().attribute(attribute);
  if (state.attributes.find(full) || full == "torch.cuda")
    return data_of(walk.out.pool->boolean(true, at), at);
  const auto key = full.config_key();
  return boolean(walk,
                 answer_of(key ? Question{Question::Kind::kConfig, std::string(*key)}
                               : Question{Question::Kind::kAttribute, full.str()}),
                 at);
}

void change_attribute(Walk& walk, const Givens& given, Span at, State& state) {
  const std::string_view attribute = text_of(given[1].value);
  const Alternative* object = only_symbol(given[0].value);
  if (attribute.empty() || !object) escape(walk, given[2].value);
  if (attribute.empty())
    set_any_attribute(walk, given[0].value, state);
  else if (object)
    set_attribute(walk, *object, attribute, given[2].value, at, given[1].span, state);
}

}  // namespace

Alternatives attribute_of_namespace(Walk& walk, const Alternative& dict, const Given& key, Span at,
                                    State& state) {
  Given owner{"", 0, {dict}, at};
  owner.value.front().what = namespace_owner(dict.symbol());
  return get_attribute(walk, {std::move(owner), key}, at, state);
}

std::optional<Alternatives> call_namespace(Walk& walk, Symbol method, const Givens& given, Span at,
                                           State& state) {
  const Symbol owner = namespace_owner(method.owner());
  if (!owner || given.empty()) return std::nullopt;
  if (method.name() == "update") {
    if (owner.is(Symbol::Kind::kModule)) open_names(walk, owner.module(), state);
    return std::nullopt;
  }
  if (method.name() != "get") return std::nullopt;
  Givens all{{"", 0, symbol(owner, at), at}, given.front()};
  all.push_back(given.size() > 1 ? given[1]
                                 : Given{"", 0, data_of(walk.out.pool->none(at), at), at});
  return get_attribute(walk, all, at, state);
}

std::optional<Alternatives> call_attribute(Walk& walk, Symbol name, const Givens& given, Span at,
                                           State& state) {
  if (name == "getattr" && given.size() >= 2) return get_attribute(walk, given, at, state);
  if (name == "hasattr" && given.size() == 2) return has_attribute(walk, given, at, state);
  if (name != "setattr" || given.size() != 3) return std::nullopt;
  change_attribute(walk, given, at, state);
  return data_of(walk.out.pool->none(at), at);
}

}  // namespace mmlint::script

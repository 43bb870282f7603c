
#include "facts/libraries.h"
#include "script/symbols.h"
#include "script/walk_calls.h"
#include "script/walk_values.h"

// What the objects of the project's classes hold: those of plain classes, dataclasses, named tuples
// and enumerations.
namespace mmlint::script {

namespace {

constexpr std::size_t kMostObjects = 8;     // of one class that are told apart
constexpr std::size_t kMostMappings = 100;  // the same of a class that is a dict

// collections.namedtuple('Place', ['device', 'backend']), or the names in one string.
Alternatives named_tuple(const Givens& given, Span at) {
  if (given.size() < 2 || !given[1].name.empty()) return unknown(at);
  const Value* fields = only_data(given[1].value);
  if (!fields) return unknown(at);
  std::string out;
  const auto add = [&](std::string_view name) {
    if (!name.empty()) out += (out.empty() ? "" : ",") + std::string(name);
  };
  std::string_view text = fields->kind == Value::Kind::kString ? fields->text() : "";
  while (!text.empty()) {
    const std::size_t end = std::min(text.size(), text.find_first_of(", "));
    add(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  for (const Value* item : fields->items())
    add(item->kind == Value::Kind::kString ? item->text() : "");
  return symbol(Symbol(kNamedTuple).item(out), at);
}

// Device('cuda')
Alternatives member_of_value(Walk& walk, Symbol class_symbol, const Givens& given, Span at,
                             State& state) {
  if (given.size() != 1 || given.front().stars != 0) return unknown(at);
  Alternatives out;
  for (const Alternative& each : with_defaults(given.front().value, walk.out.options)) {
    Alternatives found = unknown(at);
    if (each.symbol().root() == Symbol::Kind::kMember && each.symbol().class_of() == class_symbol)
      found = symbol(each.symbol(), at);
    for (const auto& known : state.attributes.inside(class_symbol)) {
      const Alternative* member = each.data() ? only_symbol(known.value) : nullptr;
      const bool is_member = member && member->symbol().is(Symbol::Kind::kMember);
      const Alternatives* of_it =
          is_member ? state.attributes.find(member->symbol().attribute("value")) : nullptr;
      const Value* value = of_it ? only_data(*of_it) : nullptr;
      if (value && equal(*value, *each.data())) found = symbol(member->symbol(), at);
    }
    out = either(std::move(out), under(std::move(found), each.guard));
  }
  return out.empty() ? unknown(at) : out;
}

// S(**json.load(f)), S(**vars(args)): what the file or the command line may give is not the
// default.
void open_fields(Symbol object, const std::vector<std::string_view>& fields, const Givens& given,
                 Span at, State& state) {
  for (const Given& each : given) {
    if (each.stars == 0) continue;
    const Alternative* from = only_symbol(each.value);
    const bool is_options = from && from->symbol() == Symbol::options();
    for (const std::string_view name : fields)
      state.attributes.set(object.attribute(name),
                           is_options ? symbol(from->symbol().attribute(name), at) : unknown(at));
  }
}

bool is_empty_module(Walk& walk, Symbol object, int depth);

// Whether an attribute with this value gives a module certainly nothing to move.
bool moves_nothing(Walk& walk, const Alternative& value, int depth) {
  const Symbol symbol = value.symbol();
  return value.value() || symbol.option() || symbol.is(Symbol::Kind::kFunction) ||
         symbol.is(Symbol::Kind::kClass) || is_empty_module(walk, symbol, depth);
}

// Must: an object is a torch.nn.Module that holds no parameter, no buffer and no other module that
// holds one.
bool is_empty_module(Walk& walk, Symbol object, int depth) {
  constexpr int kDeepest = 4;  // of modules in modules
  if (facts::is_empty_module(object.callee().text())) return true;
  const Symbol own = object.class_of();
  if (!object.is_instance() || depth == kDeepest || !walk.constructed.contains(own) ||
      walk.open_objects.contains(object) || !walk.spend(1 + walk.out.stores.size() / 16))
    return false;
  bool is_module = false;
  for (const Symbol each : walk.program.linearized(own)) {
    const bool is_empty = facts::is_empty_module(each.text());
    is_module = is_module || is_empty;
    if (!is_empty && !walk.program.class_of(each) && !facts::is_plain_base(each.text()))
      return false;
  }
  return is_module && walk.program.fields_of(own).empty() &&
         std::ranges::all_of(walk.out.stores, [&](const AttributeWrite& store) {
           return store.symbol.owner() != object ||
                  std::ranges::all_of(store.value, [&](const Alternative& each) {
                    return moves_nothing(walk, each, depth + 1);
                  });
         });
}

}  // namespace

// A module of the project's or a library's own classes that has nothing to move is moved as
// torch.nn.Identity is, which has nothing either.
Symbol moved_module(Walk& walk, Symbol callee) {
  const std::string_view method = callee.name();
  const bool moves = method == "cuda" || method == "to" || method == "type";
  const Symbol object = moves ? callee.owner() : Symbol();
  if (!object || object.is_inside("torch") || walk.program.function(callee) ||
      !is_empty_module(walk, object, 0))
    return callee;
  return Symbol("torch.nn.Identity").result().attribute(method);
}

// The symbol of the object that a call makes. Objects of one class that different calls make are
// told apart if all that they hold is known.
Symbol object_of(Walk& walk, Symbol class_symbol, Span at) {
  if (is_mapping(walk, class_symbol.instance()))  // such as the nodes of a tree
    return class_symbol.instance(std::min(walk.mappings[class_symbol]++, kMostMappings));
  const bool is_own = walk.program.is_plain(class_symbol);
  std::vector<Span>& calls = walk.objects[class_symbol];
  auto known = std::find(calls.begin(), calls.end(), at);
  if (known == calls.end() && is_own && calls.size() < kMostObjects)
    known = calls.insert(calls.end(), at);
  return class_symbol.instance(
      static_cast<std::size_t>(known == calls.end() ? 0 : known - calls.begin()));
}

// Makes the names that an enumeration binds its members.
void make_members(Walk& walk, Symbol class_symbol, const Names& names, State& state) {
  for (const auto& [name, value] : names.all()) {
    const Alternative* one = only_symbol(value);
    if (name.starts_with('_') || (one && walk.program.function(one->symbol()))) continue;
    const Span at = value.front().at;
    const Symbol member = class_symbol.member(name);
    state.attributes.set(class_symbol.attribute(name), symbol(member, at));
    state.attributes.set(member.attribute("value"), value);
    state.attributes.set(member.attribute("name"),
                         data_of(walk.out.pool->string(walk.out.pool->keep(name), at), at));
    if (!walk.program.method(class_symbol, "__init__")) continue;
    Givens given;
    const Value* tuple = only_data(value);
    if (tuple && tuple->kind == Value::Kind::kTuple) {
      for (const Value* item : tuple->items())
        given.push_back({"", 0, alternatives_of(walk, *item, item->span), item->span});
    } else {
      given.push_back({"", 0, value, at});
    }
    call_method(walk, {member, at, {}}, "__init__", given, state);
  }
}

Alternatives construct(Walk& walk, Symbol class_symbol, const Givens& given, Span at,
                       State& state) {
  if (walk.program.is_enumeration(class_symbol))
    return member_of_value(walk, class_symbol, given, at, state);
  const Symbol object = object_of(walk, class_symbol, at);
  const Alternative made{object, at, {}, Sites(at, walk.turn)};
  if (state.point.reached) {
    walk.constructed.insert(class_symbol);
    const auto [known, is_new] = walk.made_under.try_emplace(class_symbol, state.point.guard);
    if (!is_new) known->second = common(known->second, state.point.guard);
  }
  if (walk.program.method(class_symbol, "__init__")) {
    call_method(walk, made, "__init__", given, state);
    return {made};
  }
  if (is_mapping(walk, object)) {
    fill_mapping(walk, object, given, state);
    return {made};
  }
  const std::vector<std::string_view> fields = walk.program.fields_of(class_symbol);
  open_fields(object, fields, given, at, state);
  std::size_t position = 0;
  for (const Given& each : given) {
    if (each.stars != 0) continue;
    std::string_view name = each.name;
    if (name.empty() && position < fields.size()) name = fields[position++];
    if (!name.empty() && is_in(name, fields))
      state.attributes.set(object.attribute(name), each.value);
    else
      escape(walk, each.value);
  }
  call_method(walk, made, "__post_init__", {}, state);
  return {made};
}

// dataclasses.replace(object, field=value)
Alternatives replaced(Walk& walk, const Givens& given, Span at, State& state) {
  const Alternative* from = given.empty() ? nullptr : only_symbol(given.front().value);
  if (!from || !from->symbol().is_instance()) return unknown(at);
  const Symbol object = object_of(walk, from->symbol().class_of(), at);
  for (auto& known : state.attributes.inside(from->symbol()))
    state.attributes.set(object.attribute(known.path), std::move(known.value));
  open_fields(object, walk.program.fields_of(object.class_of()), given, at, state);
  for (const Given& each : given) {
    if (!each.name.empty()) state.attributes.set(object.attribute(each.name), each.value);
  }
  return symbol(object, at);
}

// dataclasses.fields(of a class or an object): what says their names and defaults.
Alternatives described_fields(Walk& walk, const Alternatives& of, Span at, State& state) {
  const Alternative* one = only_symbol(of);
  const Symbol owner = one ? one->symbol().class_of() : Symbol();
  if (!one || !walk.program.class_of(owner)) return unknown(at);
  const Symbol all = owner.attribute("__dataclass_fields__");
  Pool& pool = *walk.out.pool;
  Value* out = pool.make(Value::Kind::kTuple, at);
  for (const std::string_view name : walk.program.fields_of(owner)) {
    const Symbol field = all.attribute(name);
    state.attributes.set(field.attribute("name"), data_of(pool.string(pool.keep(name), at), at));
    Alternatives usual = attribute_of_symbol(walk, owner, name, at, state);
    if (only_data(usual)) state.attributes.set(field.attribute("default"), std::move(usual));
    out->edit_items().push_back(part(walk, symbol(field, at), at, at));
  }
  return data_of(out, at);
}

// dataclasses.asdict(object)
Alternatives fields_as_dict(Walk& walk, const Alternatives& of, Span at, State& state) {
  const Alternative* object = only_symbol(of);
  if (!object || !object->symbol().is_instance()) return unknown(at);
  Value* out = walk.out.pool->make(Value::Kind::kDict, at);
  for (const std::string_view field : walk.program.fields_of(object->symbol().class_of())) {
    const Alternatives value = attribute_of_symbol(walk, object->symbol(), field, at, state);
    const Span where = value.front().at;
    out->edit_dict().set(walk.out.pool->string(walk.out.pool->keep(field), where),
                         part(walk, value, where, at), walk.out.pool->origin({where, where}));
  }
  return data_of(out, at);
}

// The items of a list or a tuple, also of a named one; nullopt if they are not known.
std::optional<std::vector<Alternatives>> items_of(Walk& walk, const Alternative& sequence, Span at,
                                                  State& state) {
  std::vector<Alternatives> out;
  const Value* data = sequence.data();
  if (data && (data->kind == Value::Kind::kList || data->kind == Value::Kind::kTuple)) {
    for (const Value* item : data->items()) out.push_back(alternatives_of(walk, *item, item->span));
    return out;
  }
  if (data && data->kind == Value::Kind::kDict && data->text() == kNamedTuple) {
    for (const Entry& entry : data->dict().entries())
      out.push_back(alternatives_of(walk, *entry.value, entry.value->span));
    return out;
  }
  if (!sequence.symbol().is_instance()) return std::nullopt;
  const Symbol owner = sequence.symbol().class_of();
  const auto all = walk.program.linearized(owner);
  if (!is_in(Symbol("typing.NamedTuple"), all)) return std::nullopt;
  for (const std::string_view field : walk.program.fields_of(owner))
    out.push_back(attribute_of_symbol(walk, sequence.symbol(), field, at, state));
  return out;
}

// The same of a value that may be one of several sequences of one length: `return 0, device`.
std::optional<std::vector<Alternatives>> items_of_all(Walk& walk, const Alternatives& sequences,
                                                      Span at, State& state) {
  std::optional<std::vector<Alternatives>> out;
  for (const Alternative& each : sequences) {
    std::optional<std::vector<Alternatives>> one = items_of(walk, each, at, state);
    if (!one || (out && out->size() != one->size())) return std::nullopt;
    for (std::size_t i = 0; i < one->size(); ++i) {
      Alternatives item = under(std::move((*one)[i]), each.guard);
      (*one)[i] = out ? either(std::move((*out)[i]), item) : std::move(item);
    }
    out = std::move(one);
  }
  const bool whole =
      out && std::ranges::none_of(*out, [](const Alternatives& item) { return item.empty(); });
  return whole ? out : std::nullopt;
}

// A call of collections.namedtuple, or of what that has returned.
Alternatives make_tuple(Walk& walk, Symbol symbol, const Givens& given, Span at) {
  if (!symbol.is(Symbol::Kind::kItem)) return named_tuple(given, at);
  std::string_view names = symbol.name();
  Value* out = walk.out.pool->make(Value::Kind::kDict, at);
  out->set_text(kNamedTuple);
  std::size_t position = 0;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    Alternatives value = unknown(at);
    std::size_t i = 0;
    for (const Given& each : given) {
      if (each.stars != 0) continue;
      if (each.name.empty() ? i++ == position : each.name == name) value = each.value;
    }
    out->edit_dict().set(walk.out.pool->string(walk.out.pool->keep(name), at),
                         part(walk, value, value.front().at, at), walk.out.pool->origin({at, at}));
    ++position;
  }
  return data_of(out, at);
}

}  // namespace mmlint::script


#include "facts/libraries.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

// Dicts and lists that several names share, so that who changes one changes it for all of them, and
// objects of the project's classes that are dicts: class Settings(dict).
namespace mmlint::script {

namespace {

constexpr int kDeepest = 8;                     // of containers in containers that are looked into
constexpr std::string_view kWhole = "<items>";  // True if each key of a mapping is an attribute

Value* like(const Value& value, Pool& pool) {
  Value* out = pool.make(value.kind, value.span);
  if (value.has_items()) out->edit_items().assign(value.items());
  if (value.kind == Value::Kind::kDict) out->edit_dict().copy(value.dict());
  out->set_text(value.text());
  out->literal = value.literal;
  return out;
}

// What containers become of which a part is replaced, at any depth. Each is replaced by one other
// container, as several names may share it.
class Replacement {
 public:
  Replacement(const Value* old, const Value* now, Pool& pool) : pool_(pool) { known_[old] = now; }

  // Returns what stands for a value from here on; null if it stays.
  const Value* of(const Value* value, int depth = 0) {
    const auto known = known_.find(value);
    if (known != known_.end()) return known->second;
    if (!value->is_container() || depth == kDeepest) return nullptr;
    Value* out = nullptr;
    for (std::size_t i = 0; i < value->items().size(); ++i) {
      const Value* one = of(value->items()[i], depth + 1);
      if (!one) continue;
      if (!out) out = like(*value, pool_);
      out->slots()[i] = const_cast<Value*>(one);
    }
    for (const Entry& entry : value->dict().entries()) {
      const Value* one = of(entry.value, depth + 1);
      if (!one) continue;
      if (!out) out = like(*value, pool_);
      out->edit_dict().set(entry.key, const_cast<Value*>(one), entry.origin);
    }
    if (out) known_[value] = out;
    return out;
  }
  const std::map<const Value*, const Value*>& all() const { return known_; }

 private:
  std::map<const Value*, const Value*> known_;
  Pool& pool_;
};

bool is_dict(const Value* value) {
  return value && value->kind == Value::Kind::kDict;
}

}  // namespace

// Whoever has the container, itself or inside another one, has `now` from here on; what that is may
// be unknown.
void replace_shared(Walk& walk, const Value* old, const Value* now, State& state) {
  Replacement replacement(old, now, *walk.out.pool);
  const auto replaced = [&](const Names& names, const auto& set) {
    std::vector<std::pair<std::string, Alternatives>> all;
    for (const auto& [name, value] : names.all()) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        const Value* data = value[i].data();
        if (!data || !data->is_container()) continue;
        const Value* other = replacement.of(data);
        if (!other) continue;
        if (all.empty() || all.back().first != name) all.emplace_back(name, value);
        Alternative& one = all.back().second[i];
        if (other->kind == Value::Kind::kUnknown)
          one.what = Alternative::Unknown{};
        else
          one.what = Alternative::Data{other};
      }
    }
    for (auto& [name, value] : all) set(name, std::move(value));
  };
  if (!walk.spend(1 + state.size() / 8)) return;
  const Names locals = state.locals, attributes = state.attributes;
  replaced(locals, [&](const std::string& name, Alternatives value) {
    state.locals.set(name, std::move(value));
  });
  replaced(attributes, [&](const std::string& name, Alternatives value) {
    state.attributes.set(Symbol(name), std::move(value));
  });
  const Names around = walk.frame->around;
  replaced(around, [&](const std::string& name, Alternatives value) {
    walk.frame->around.set(name, std::move(value));
  });
  if (const Names* known = state.modules.names(walk.frame->module)) {
    const Names names = *known;
    replaced(names, [&](const std::string& name, Alternatives value) {
      state.modules.set(walk.frame->module, name, std::move(value));
    });
  }
  for (const auto& [value, other] : replacement.all()) walk.changed.insert(value);
}

namespace {

// An item of a list gets a value; null is an index that is not known.
void change_in_list(Walk& walk, const Value& list, const Value* index, const Alternatives& to,
                    State& state) {
  const bool is_number = index && index->kind == Value::Kind::kInt && !index->big;
  const auto size = static_cast<std::int64_t>(list.items().size());
  const std::int64_t i = !is_number ? size : index->integer + (index->integer < 0 ? size : 0);
  if (i < 0 || i >= size || !walk.spend(list.items().size() / 8)) {
    escape(walk, data_of(&list, list.span));
    escape(walk, to);
    return;
  }
  Value* changed = like(list, *walk.out.pool);
  changed->slots()[static_cast<std::size_t>(i)] = part(walk, to, to.front().at, list.span);
  replace_shared(walk, &list, changed, state);
}

}  // namespace

// A key of a dict gets a value; null is a key that is not known, so that any may be meant. Of
// several dicts each may be the one.
void change_item(Walk& walk, const Alternatives& of, const Value* key, const Alternatives& to,
                 State& state) {
  const bool is_one = of.size() == 1 && key && hashable(*key);
  const bool is_object =
      std::ranges::any_of(to, [](const Alternative& each) { return each.sites.known(); });
  for (const Alternative& each : of) {
    const Value* dict = each.data();
    if (dict && dict->kind == Value::Kind::kList && (is_object || holds_objects(walk, {each})))
      change_in_list(walk, *dict, is_one ? key : nullptr, to, state);
    else if (!is_dict(dict))
      escape_containers(walk, to);
    if (!is_dict(dict)) continue;
    if (!is_one) {
      escape(walk, {each});
      escape(walk, to);
      walk.open_values.insert(dict);
      replace_shared(walk, dict, walk.out.pool->unknown("it is changed", dict->span), state);
      continue;
    }
    Value* changed = copy_of(walk, *dict, dict->span);
    const Span at = to.front().at;
    changed->edit_dict().set(const_cast<Value*>(key), part(walk, to, at, dict->span),
                             walk.out.pool->origin({walk.frame->statement, at}));
    replace_shared(walk, dict, changed, state);
  }
}

// Whether a value was in a container when a key of that, which is not known, got another value.
bool is_open(const Walk& walk, const Alternative& container) {
  return container.data() && walk.open_values.contains(container.data());
}

// Whether an object is of a class of the project that is a dict.
bool is_mapping(Walk& walk, Symbol object) {
  if (!object.is_instance()) return false;
  const auto all = walk.program.linearized(object.class_of());
  return std::ranges::any_of(all, [](Symbol each) { return facts::is_dict_class(each.text()); });
}

// dict.__init__ and dict.update of such an object.
void fill_mapping(Walk& walk, Symbol object, const Givens& given, State& state) {
  const Symbol whole = object.attribute(kWhole);
  if (!state.attributes.find(whole))
    state.attributes.set(whole, data_of(walk.out.pool->boolean(true, {}), {}));
  for (const Given& each : given) {
    escape(walk, each.value);
    if (!each.name.empty()) {
      state.attributes.set(object.attribute(each.name), each.value);
      continue;
    }
    const Alternative* other = only_symbol(each.value);
    const Value* dict = only_data(each.value);
    if (dict && dict->kind == Value::Kind::kNone) continue;
    if (other && is_mapping(walk, other->symbol())) {
      for (auto& known : state.attributes.inside(other->symbol()))
        state.attributes.set(object.attribute(known.path), std::move(known.value));
    } else if (is_dict(dict)) {
      for (const Entry& entry : dict->dict().entries()) {
        if (entry.key->kind == Value::Kind::kString)
          state.attributes.set(object.attribute(entry.key->text()),
                               alternatives_of(walk, *entry.value, entry.value->span));
      }
    } else {
      set_any_attribute(walk, symbol(object, each.span), state);
      state.attributes.set(whole, unknown(each.span));
      walk.open_objects.insert(object);
      for (const auto& known : state.attributes.inside(object)) {
        for (const Alternative& below : known.value) {
          if (below.data()) walk.open_values.insert(below.data());
          if (is_mapping(walk, below.symbol()) && !walk.open_objects.contains(below.symbol()))
            fill_mapping(walk, below.symbol(), {{"", 0, unknown(each.span), each.span}}, state);
        }
      }
    }
  }
}

// The dict that such an object is; null if it is not known.
const Value* dict_of(Walk& walk, Symbol object, Span at, const State& state) {
  const Alternatives* whole = state.attributes.find(object.attribute(kWhole));
  if (!whole || !only_data(*whole)) return nullptr;
  Value* out = walk.out.pool->make(Value::Kind::kDict, at);
  for (const auto& known : state.attributes.inside(object)) {
    if (known.path == kWhole || known.attribute.owner() != object) continue;
    const Alternative& one = known.value.front();
    const bool is_known = known.value.size() == 1 && (one.data() || one.is_symbol());
    Value* value = nullptr;
    if (is_known && one.data()) {
      value = const_cast<Value*>(one.data());
    } else if (is_known) {
      value = walk.out.pool->make(Value::Kind::kReference, one.at);
      value->set_text(one.symbol().text());
    } else {
      value = walk.out.pool->unknown("it is computed", one.at);
    }
    out->edit_dict().set(walk.out.pool->string(walk.out.pool->keep(known.path), one.at), value,
                         walk.out.pool->origin({one.at, one.at}));
  }
  return out;
}

// The methods that such an object has of dict; nullopt for others.
std::optional<Alternatives> call_mapping(Walk& walk, Symbol object, std::string_view method,
                                         const Givens& given, Span at, State& state) {
  const Value* dict = dict_of(walk, object, at, state);
  if (method == "update") {
    fill_mapping(walk, object, given, state);
    return data_of(walk.out.pool->none(at), at);
  }
  if (method == "items" || method == "keys" || method == "values") {
    if (!dict) return unknown(at);
    Value* out = walk.out.pool->make(Value::Kind::kList, at);
    for (const Entry& entry : dict->dict().entries()) {
      Value* item = method == "keys" ? entry.key : entry.value;
      if (method == "items") {
        item = walk.out.pool->make(Value::Kind::kTuple, at);
        item->edit_items().assign({entry.key, entry.value});
      }
      out->edit_items().push_back(item);
    }
    return data_of(out, at);
  }
  if (method == "copy") return dict ? data_of(dict, at) : unknown(at);
  const bool changes = method == "pop" || method == "setdefault";
  if ((method != "get" && !changes) || given.empty() || given.size() > 2) return std::nullopt;
  const std::string_view key = text_of(given.front().value);
  if (key.empty()) {
    if (changes) set_any_attribute(walk, symbol(object, at), state);
    return unknown(at);
  }
  const Symbol full = object.attribute(key);
  const Alternatives otherwise =
      given.size() > 1 ? given[1].value : data_of(walk.out.pool->none(at), at);
  const Alternatives* known = state.attributes.find(full);
  Alternatives out = known ? *known : dict ? otherwise : either(unknown(at), otherwise);
  escape(walk, otherwise);
  if (method == "setdefault") state.attributes.set(full, out);
  if (method == "pop") state.attributes.erase(full);
  return out;
}

// copy.deepcopy(); of what is inside an object, its own objects of mappings are copied too.
Alternatives copied(Walk& walk, const Alternatives& of, Span at, State& state, int depth) {
  Alternatives out = of;
  for (Alternative& each : out) {
    if (const Value* data = each.data(); data && data->is_container())
      each.what = Alternative::Data{like(*data, *walk.out.pool)};
    if (each.sites.known()) each.sites = Sites(at, walk.turn);
    if (depth == kDeepest || !is_mapping(walk, each.symbol())) continue;
    const Symbol from = each.symbol();
    const Symbol object = object_of(walk, from.class_of(), at);
    each.what = object;
    if (object == from) continue;
    for (const auto& known : state.attributes.inside(from)) {
      if (!walk.spend(1)) break;
      state.attributes.set(object.attribute(known.path),
                           copied(walk, known.value, at, state, depth + 1));
    }
  }
  return out;
}

}  // namespace mmlint::script

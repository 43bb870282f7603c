
#include "base/paths.h"
#include "script/devices.h"
#include "script/numbers.h"
#include "script/symbols.h"
#include "script/usual_options.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"
#include "value/scalar_text.h"

namespace mmlint::script {

namespace {

constexpr std::size_t kLongestName = 200;

// What stands at a key of a dict, or at a number or a bool of a list or tuple; null if that is not
// known.
const Value* selected(const Value& container, const Value& key) {
  if (container.kind == Value::Kind::kDict) {
    const Entry* entry = hashable(key) ? container.dict().find(key) : nullptr;
    return entry ? entry->value : nullptr;
  }
  const bool is_number = key.kind == Value::Kind::kInt && !key.big;
  if (!is_number && key.kind != Value::Kind::kBool) return nullptr;
  const auto size = static_cast<std::int64_t>(container.items().size());
  const std::int64_t i = int_of(key) < 0 ? int_of(key) + size : int_of(key);
  return i >= 0 && i < size ? container.items()[static_cast<std::size_t>(i)] : nullptr;
}

// The item at a known key of each possible object: unknown for an object that is not a known
// container, or that lacks the key.
Alternatives item_of_each(const Walk& walk, const Alternatives& objects, const Value& key,
                          Span at) {
  Alternatives out;
  for (const Alternative& object : objects) {
    const Value* one =
        object.data() && object.data()->is_container() ? selected(*object.data(), key) : nullptr;
    Alternatives item = one ? alternatives_of(walk, *one, one->span) : unknown(at);
    out = either(std::move(out), under(std::move(item), object.guard));
  }
  return out.empty() ? unknown(at) : out;
}

// One item for each of several known keys: {'cuda': 'nccl', 'cpu': 'gloo'}[device.type].
Alternatives all_selected(const Walk& walk, const Value& container, const Alternatives& keys,
                          Span at) {
  Alternatives out;
  for (const Alternative& key : keys) {
    const Value* one = selected(container, *key.data());
    Alternatives item = one ? alternatives_of(walk, *one, one->span) : unknown(at);
    item = under(std::move(item), key.guard);
    out = out.empty() ? std::move(item) : either(std::move(out), item);
  }
  return out;
}

// What a script has written to a key of the loaded config; nullopt if the value of the file may
// still be there.
std::optional<Alternatives> written_in(const State& state, std::string_view key,
                                       const Summary& out) {
  const Build::Definitions* found = state.definitions.find(key);
  if (!found || found->as_loaded()) return std::nullopt;
  Alternatives all;
  for (const std::size_t index : found->writes) {
    const ConfigWrite& write = out.writes[index];
    if (write.mode != ConfigWrite::Mode::kReplace || write.value.empty()) return std::nullopt;
    all = all.empty() ? write.value : either(std::move(all), write.value);
  }
  const bool is_plain = std::ranges::all_of(
      all, [](const Alternative& each) { return each.data() && !each.data()->is_container(); });
  return all.empty() || !is_plain ? std::nullopt : std::optional(std::move(all));
}

struct Bounds {
  Alternatives lower, upper;  // None where there is none
};

// Where a slice begins or ends in something of that size; nullopt if that is not known.
std::optional<std::size_t> bound_of(const Alternatives& bound, std::size_t size,
                                    std::size_t if_none) {
  const Value* one = only_data(bound);
  if (one && one->kind == Value::Kind::kNone) return if_none;
  if (!one || one->kind != Value::Kind::kInt || one->big) return std::nullopt;
  const auto all = static_cast<std::int64_t>(size);
  const std::int64_t i = one->integer < 0 ? one->integer + all : one->integer;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, all));
}

// A part of a list, a tuple or a text of ASCII, in each of the alternatives.
Alternatives sliced(Walk& walk, const Alternatives& objects, const Bounds& bounds, Span at) {
  Pool& pool = *walk.out.pool;
  Alternatives out;
  for (const Alternative& object : objects) {
    const Value* whole = object.data();
    const bool is_text = whole && whole->kind == Value::Kind::kString;
    const bool is_list =
        whole && (whole->kind == Value::Kind::kList || whole->kind == Value::Kind::kTuple);
    const std::size_t size = is_text ? whole->text().size() : is_list ? whole->items().size() : 0;
    const auto begin = bound_of(bounds.lower, size, 0), end = bound_of(bounds.upper, size, size);
    Alternatives one = unknown(at);
    if (begin && end && is_list) {
      hold(walk, at, *whole);
      Value* part = pool.make(whole->kind, at);
      for (std::size_t i = *begin; i < *end; ++i) part->edit_items().push_back(whole->items()[i]);
      one = data_of(part, at);
    } else if (begin && end && is_text &&
               std::ranges::all_of(whole->text(), [](unsigned char c) { return c < 128; })) {
      const std::size_t length = *end > *begin ? *end - *begin : 0;
      one = data_of(pool.string(whole->text().substr(*begin, length), at), at);
    }
    out = either(std::move(out), under(std::move(one), object.guard));
  }
  return out.empty() ? unknown(at) : out;
}

Alternatives member(Walk& walk, Symbol object, std::string_view name, Span at, State& state) {
  const bool instance = object.is_instance();
  for (const Symbol each : walk.program.linearized(object.class_of())) {
    if (const Alternatives* stored = state.attributes.find(each.attribute(name))) {
      const Alternative* one = only_symbol(*stored);
      if (one && instance) {
        if (auto read = read_property(walk, one->symbol(), object, at, state)) return *read;
      }
      const auto function = one ? walk.program.function(one->symbol()) : std::nullopt;
      // A decorated method gets the object too.
      if (function && instance && function->self.empty() &&
          one->symbol().is(Symbol::Kind::kFunction))
        return symbol(one->symbol().bound_to(object), at);
      return *stored;
    }
    const ClassInfo* info = walk.program.class_of(each);
    if (!info) continue;
    const auto method = info->methods.find(name);
    if (method == info->methods.end()) continue;
    if (method->second->kind != FunctionInfo::Kind::kProperty || !instance)
      return symbol(object.attribute(name), at);
    const Givens none;
    return enter(walk, {method->second, method->second->closure, object}, &none, state);
  }
  return {};
}

// Returns the `__name__` of a function or class of the project; empty for anything else.
std::string_view own_name(Program& program, Symbol object) {
  if (const auto function = program.function(object)) return function->info->node->name;
  const ClassInfo* info = object.is_instance() ? nullptr : program.class_of(object);
  return info ? info->node->name : std::string_view();
}

}  // namespace

Alternatives name(Walk& walk, const syntax::Name& expr, State& state) {
  const Span at = walk.span(expr);
  const Alternatives* bound = state.locals.find(expr.id);
  if (!bound) bound = walk.frame->around.find(expr.id);
  if (!bound) bound = state.modules.find(walk.frame->module, expr.id);
  if (!bound) return is_builtin(expr.id) ? symbol(Symbol(expr.id), at) : unknown(at);
  Alternatives alternatives = settled(walk, under(*bound, state.point.guard), state);
  return alternatives.empty() ? unknown(at) : alternatives;
}

Alternatives attribute_of_all(Walk& walk, const Alternatives& objects, std::string_view name,
                              Span at, State& state) {
  Alternatives out;
  for (const Alternative& object : objects) {
    Alternatives one;
    const bool named = object.is_symbol() && !object.symbol().is_unknown() &&
                       object.symbol().text().size() < kLongestName;
    const Value* data = object.data();
    if (name == "parent" && data && data->kind == Value::Kind::kString) {  // of a path
      one =
          data_of(walk.out.pool->string(walk.out.pool->keep(parent_folder(data->text())), at), at);
    } else if ((name == "type" || name == "index") && data && data->kind == Value::Kind::kString) {
      one = attribute_of_device(data->text(), name, at, *walk.out.pool);
    } else if (is_open(walk, object)) {
      one = attribute_of_unknown(object.symbol(), name, at);
    } else if (data && data->kind == Value::Kind::kDict && data->dict().get(name)) {
      one = alternatives_of(walk, *data->dict().get(name), at);  // of an easydict and its like
    } else if (!named) {
      one = attribute_of_unknown(object.symbol(), name, at);
    } else if (objects.size() > 1 && walk.program.class_of(object.symbol())) {
      State own = state;  // a property is read where it is this object
      own.assume(object.guard);
      if (!own.alive) continue;
      one = attribute_of_symbol(walk, object.symbol(), name, at, own);
    } else {
      one = attribute_of_symbol(walk, object.symbol(), name, at, state);
    }
    for (Alternative& each : one) {  // a part of the object, or a method that is bound to it
      const Symbol part = each.symbol();
      if (!each.sites.known() && (part.target() || part.owner() == object.symbol()))
        each.sites = object.sites;
    }
    one = under(std::move(one), object.guard);
    if (one.empty()) continue;
    out = out.empty() ? std::move(one) : either(std::move(out), one);
  }
  return out.empty() ? unknown(at) : out;
}

Alternatives attribute_of_symbol(Walk& walk, Symbol object, std::string_view name, Span at,
                                 State& state) {
  if (object == "sys" && name == "argv" && walk.start && walk.start->knows_all) {
    Value* words = walk.out.pool->make(Value::Kind::kList, at);
    words->edit_items().push_back(
        walk.out.pool->string(walk.out.pool->keep(walk.program.module(0).path), at));
    for (const Word& word : walk.start->arguments)
      words->edit_items().push_back(walk.out.pool->string(walk.out.pool->keep(word.text), at));
    return data_of(words, at);
  }
  if (object.is(Symbol::Kind::kModule) && name != "__dict__") {
    if (const Alternatives* bound = state.modules.find(object.module(), name))
      return settled(walk, *bound, state);
    return unknown(at);
  }
  if (object.root() == Symbol::Kind::kSuper) {
    const FunctionInfo* info =
        walk.program.method(walk.frame->self.class_of(), name, walk.frame->owner);
    if (!info) return symbol(walk.program.behind(walk.frame->self, walk.frame->owner, name), at);
    Symbol own = Symbol::function(info->module, info->node->begin);
    if (info->closure >= 0) own = own.with_closure(info->closure);
    return symbol(own.bound_to(walk.frame->self), at);
  }
  const Symbol full = object.attribute(name);
  if (object == Symbol::options()) walk.arguments.read(name);
  const bool has_dict = is_record(object) || object.is_instance();
  if (has_dict && name == "__dict__") return symbol(object, at);
  if (const Alternatives* stored = state.attributes.find(full)) {
    const bool may_differ = std::ranges::any_of(
        *stored, [&walk](const Alternative& each) { return is_open(walk, each); });
    return may_differ ? unknown(at) : *stored;
  }
  if (name == "__name__") {
    const std::string_view own = own_name(walk.program, object);
    if (!own.empty()) return text(walk, std::string(own), true, at);
  }
  // What rules ask of a key as such, they ask of the script however it is started.
  if (walk.start && object == Symbol::config()) {
    if (auto written = written_in(state, name, walk.out)) return std::move(*written);
  }
  if (object == Symbol::options()) {
    if (const auto told = walk.arguments.told(name)) return *told;
  }
  if (walk.program.class_of(object)) {
    Alternatives found = member(walk, object, name, at, state);
    if (!found.empty()) return found;
    if (name == "__class__") return symbol(object.class_of(), at);
    // What a class inherits from a library is the library's: Runner.from_cfg of a class of its own.
    if (!object.is_instance()) {
      for (const Symbol base : walk.program.linearized(object)) {
        if (!walk.program.class_of(base) && base != Symbol::unknown())
          return symbol(base.attribute(name), at);
      }
    }
  }
  // The attribute only permits torch to use cuDNN: it is true on machines without cuDNN too.
  if (full == "torch.backends.cudnn.enabled") return data_of(walk.out.pool->boolean(true, at), at);
  const auto constant = constant_text(full);
  return constant ? text(walk, std::string(*constant), true, at) : symbol(full, at);
}

namespace {

// The item, or the part, of one of these objects.
Alternatives item_of(Walk& walk, const Alternatives& objects, const syntax::Subscript& expr,
                     State& state) {
  const Span at = walk.span(expr);
  if (expr.index->kind == syntax::ExprKind::kSlice) {
    const auto& slice = syntax::as<syntax::Slice>(*expr.index);
    const Bounds bounds{
        slice.lower ? value(walk, *slice.lower, state) : data_of(walk.out.pool->none(at), at),
        slice.upper ? value(walk, *slice.upper, state) : data_of(walk.out.pool->none(at), at)};
    if (!slice.step) return sliced(walk, objects, bounds, at);
    value(walk, *slice.step, state);
    return unknown(at);
  }
  const Alternatives index = value(walk, *expr.index, state);
  if (std::ranges::any_of(objects, [&walk](const auto& each) { return is_open(walk, each); }))
    return unknown(at);
  const Alternative* of_class = only_symbol(index);
  const bool by_member = of_class && of_class->symbol().is(Symbol::Kind::kMember);
  const Value* key = by_member ? part(walk, index, at, at) : only_data(index);
  const Alternative* object = only_symbol(objects);
  const Value* list = only_data(objects);
  for (const Alternative& each : objects) {
    const Value* sequence = each.data();
    const bool indexed =
        key && key->kind == Value::Kind::kInt && sequence &&
        (sequence->kind == Value::Kind::kList || sequence->kind == Value::Kind::kTuple);
    if (indexed && sequence->items().empty())
      fail(walk, Failure::Kind::kIndex, at, each.guard, state.point);
    const bool by_name = key && key->kind == Value::Kind::kString && sequence &&
                         sequence->kind == Value::Kind::kDict;
    if (by_name && sequence->dict().size() == 0)
      fail(walk, Failure::Kind::kKey, at, each.guard, state.point);
  }
  if (object && key && key->kind == Value::Kind::kString &&
      walk.program.class_of(object->symbol()) && walk.program.is_enumeration(object->symbol()))
    return attribute_of_all(walk, objects, key->text(), at, state);
  if (object && object->symbol() == "sys.modules") return imported(walk, index, at, state);
  if (object && namespace_owner(object->symbol()))
    return attribute_of_namespace(walk, *object, {"", 0, index, at}, at, state);
  if (object && key && key->kind == Value::Kind::kString) {
    if (object->symbol() == Symbol::environment())
      walk.record.read({std::string(key->text()), at, state.point});
    // KeyError: what a start does not set
    const Question is_set{Question::Kind::kEnvironment, std::string(key->text())};
    if (walk.start && object->symbol() == Symbol::environment() &&
        walk.start->guard.answer(is_set) == false)
      state.alive = false;
    const bool keyed = object->symbol().config_key() || object->symbol() == Symbol::environment() ||
                       is_record(object->symbol()) || object->symbol().is_instance();
    if (keyed) return attribute_of_all(walk, objects, key->text(), at, state);
  }
  if (object && key && key->kind == Value::Kind::kInt && !key->big && key->integer >= 0 &&
      has_options(object->symbol(), static_cast<std::size_t>(key->integer)))
    return symbol(Symbol::options(), at);
  if (key && key->kind == Value::Kind::kInt && !key->big) {
    const auto items = items_of_all(walk, objects, at, state);
    const std::int64_t size = items ? static_cast<std::int64_t>(items->size()) : 0;
    const std::int64_t i = key->integer < 0 ? key->integer + size : key->integer;
    if (i >= 0 && i < size) {
      Alternatives out = (*items)[static_cast<std::size_t>(i)];
      for (Alternative& each : out) each.at = at;
      return out;
    }
  }
  if (list && key && list->kind == Value::Kind::kDict && hashable(*key)) {
    if (const Entry* entry = list->dict().find(*key))
      return alternatives_of(walk, *entry->value, at);
  }
  const bool known_keys =
      std::ranges::all_of(index, [](const Alternative& each) { return each.data(); });
  if (list && list->is_container() && known_keys) return all_selected(walk, *list, index, at);
  const Alternative* number = only_symbol(index);
  if (!list && number && is_rank(number->symbol()))  // what one process has of all
    return symbol(Symbol::rank().item(), at);
  // A layer of a wrapped model.
  const Symbol wrapped("torch.nn.parallel.DistributedDataParallel().module");
  if (object && object->symbol().is_from(wrapped) && object->symbol().text().size() < kLongestName)
    return symbol(object->symbol().item(), at, object->sites);
  if (objects.size() > 1 && key) return item_of_each(walk, objects, *key, at);
  if (!list || key) return unknown(at);
  Alternatives out = one_of(walk, *list, index, nullptr, at);
  for (const Value* one : list->items())
    out = either(std::move(out), alternatives_of(walk, *one, one->span));
  return out.empty() ? unknown(at) : out;
}

}  // namespace

Alternatives item(Walk& walk, const syntax::Subscript& expr, State& state) {
  const Alternatives objects = followed(walk, *expr.object, state);
  Alternatives out = item_of(walk, objects, expr, state);
  take_out(walk, objects, out, state);
  return out;
}

Alternatives one_of(const Walk& walk, const Value& dict, const Alternatives& key,
                    const Alternatives* otherwise, Span at) {
  Alternatives out;
  Truth none = known_truth(true);
  for (const Entry& entry : dict.dict().entries()) {
    Alternatives one = alternatives_of(walk, *entry.value, entry.value->span);
    Truth asked = equality(key, data_of(entry.key, at));
    if (entry.key->kind == Value::Kind::kString)
      asked = with_usual(std::move(asked), key, walk.out.options,
                         [&](std::string_view usual) { return usual == entry.key->text(); });
    if (asked.can_hold) one = under(std::move(one), asked.if_holds);
    out = either(std::move(out), one);
    none = both(none, negated(std::move(asked)));
  }
  if (otherwise && none.can_hold) out = either(std::move(out), under(*otherwise, none.if_holds));
  return out;
}

}  // namespace mmlint::script

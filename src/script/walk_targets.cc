
#include "facts/launch.h"
#include "script/symbols.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"
#include "value/key_path.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// `self.__dict__ = self._shared`: the dict of the class gets each attribute that the object gets.
void change_shared(Symbol object, Program& program, Span at, State& state) {
  const Alternatives* dict = state.attributes.find(object.attribute("__dict__"));
  const Value* shared = dict ? only_data(*dict) : nullptr;
  if (!shared) return;
  for (const Symbol owner : program.linearized(object.class_of())) {
    for (const auto& each : state.attributes.inside(owner)) {
      if (only_data(each.value) == shared) state.attributes.set(each.attribute, unknown(at));
    }
  }
}

void assign_attribute(Walk& walk, const syntax::Attribute& target, const Alternatives& value,
                      State& state) {
  const Alternatives objects = followed(walk, *target.object, state);
  const Value* dict = only_data(objects);
  if (dict && dict->kind == Value::Kind::kDict)  // a namespace that was made of a file
    change_item(walk, objects, walk.out.pool->string(target.name, walk.span(target)), value, state);
  for (const Alternative& object : objects)
    set_attribute(walk, object, target.name, value, walk.frame->statement, walk.span(target),
                  state);
}

void assign_item(Walk& walk, const syntax::Subscript& target, const Alternatives& value,
                 State& state) {
  const Alternatives index = script::value(walk, *target.index, state);
  const Value* key = only_data(index);
  const Alternatives objects = followed(walk, *target.object, state);
  const bool by_dict = target.object->kind == ExprKind::kAttribute &&
                       as<syntax::Attribute>(*target.object).name == "__dict__";
  for (const Alternative& object : objects) {
    if (object.symbol() == Symbol::environment()) {
      set_environment(walk, index, value, walk.frame->statement, false, state);
      continue;
    }
    if (const Symbol owner = namespace_owner(object.symbol())) {
      const bool is_module = owner.is(Symbol::Kind::kModule);
      if (key && key->kind == Value::Kind::kString)
        set_attribute(walk, {owner, object.at, object.guard}, key->text(), value,
                      walk.frame->statement, walk.span(target), state);
      else if (is_module)
        open_names(walk, owner.module(), state);
      else
        set_any_attribute(walk, symbol(owner, object.at), state);
      continue;
    }
    if (key && key->kind == Value::Kind::kString && (by_dict || is_record(object.symbol()))) {
      set_attribute(walk, object, key->text(), value, walk.frame->statement, walk.span(target),
                    state);
      continue;
    }
    if (!object.data() || !object.data()->is_container()) escape(walk, value);
    if (by_dict) {
      set_any_attribute(walk, {object}, state);
      continue;
    }
    if (is_mapping(walk, object.symbol())) {
      if (key && key->kind == Value::Kind::kString)
        state.attributes.set(object.symbol().attribute(key->text()), value);
      else
        fill_mapping(walk, object.symbol(), {{"", 0, unknown(object.at), object.at}}, state);
      continue;
    }
    const auto path = object.symbol().config_key();
    if (!path || !key) continue;
    write_config(walk, append_key(*path, *key), value, walk.frame->statement, walk.span(target),
                 ConfigWrite::Mode::kReplace, state);
  }
  see_global(*walk.frame, *target.object, state);
  change_item(walk, objects, key, value, state);
}

}  // namespace

void see_global(Frame& frame, const Expr& name, const State& state) {
  if (name.kind != ExprKind::kName || frame.kind != Frame::Kind::kFunction) return;
  const std::string_view id = as<syntax::Name>(name).id;
  if (!state.locals.find(id) && !frame.around.find(id) && state.modules.find(frame.module, id))
    frame.global_names.emplace(id);
}

void bind_name(Walk& walk, std::string_view name, Alternatives value, State& state) {
  for (Alternative& alternative : value) alternative.guard.add(state.known_guard());
  // What a script goes on with when it could not make the process group.
  if (state.point.guard.answer({Question::Kind::kGroupFailed}))
    walk.record.store({Symbol(name), value, walk.frame->statement, state.point});
  if (walk.frame->kind == Frame::Kind::kModule || walk.frame->global_names.count(name) != 0)
    state.modules.set(walk.frame->module, std::string(name), std::move(value));
  else
    state.locals.set(std::string(name), std::move(value));
}

void assign(Walk& walk, const Expr& target, const Alternatives& value, State& state) {
  switch (target.kind) {
    case ExprKind::kName:
      return bind_name(walk, as<syntax::Name>(target).id, value, state);
    case ExprKind::kAttribute:
      return assign_attribute(walk, as<syntax::Attribute>(target), value, state);
    case ExprKind::kSubscript:
      return assign_item(walk, as<syntax::Subscript>(target), value, state);
    case ExprKind::kStarred:
      return assign(walk, *as<syntax::Starred>(target).value, unknown(walk.span(target)), state);
    case ExprKind::kList:
    case ExprKind::kTuple: {
      const auto& items = as<syntax::Sequence>(target).items;
      const Alternative* call = only_symbol(value);
      const bool varies = call && call->symbol() == Symbol::turn();
      const auto star = std::ranges::find_if(
          items, [](const Expr* item) { return item->kind == ExprKind::kStarred; });
      auto known = items_of_all(walk, value, walk.span(target), state);
      if (known && star != items.end() && known->size() + 1 >= items.size()) {
        // What is left for the starred target becomes one list.
        const auto first = known->begin() + (star - items.begin());
        const auto last = first + static_cast<std::ptrdiff_t>(known->size() + 1 - items.size());
        Value* rest = walk.out.pool->make(Value::Kind::kList, walk.span(**star));
        for (auto each = first; each != last; ++each)
          rest->edit_items().push_back(part(walk, *each, each->front().at, rest->span));
        known->insert(known->erase(first, last), data_of(rest, rest->span));
      }
      const bool pairs = known && known->size() == items.size();
      if (!pairs) escape_containers(walk, value);
      for (std::size_t i = 0; i < items.size(); ++i) {
        Alternatives item = varies ? value : unknown(walk.span(*items[i]));
        if (pairs) {
          item = (*known)[i];
        } else if (call && has_options(call->symbol(), i)) {
          item = symbol(Symbol::options(), call->at);
        }
        const bool is_star = items[i]->kind == ExprKind::kStarred;
        assign(walk, pairs && is_star ? *as<syntax::Starred>(*items[i]).value : *items[i], item,
               state);
      }
      return;
    }
    default:
      return;
  }
}

// `self.x, self.y = x, y`: each target gets its own value. False if the two do not pair up.
bool assign_pairs(Walk& walk, const syntax::Assign& stmt, State& state) {
  const Expr& target = *stmt.targets.front();
  if (stmt.targets.size() != 1 || stmt.value->kind != ExprKind::kTuple ||
      (target.kind != ExprKind::kTuple && target.kind != ExprKind::kList))
    return false;
  const syntax::Exprs targets = as<syntax::Sequence>(target).items;
  const syntax::Exprs values = as<syntax::Sequence>(*stmt.value).items;
  const auto is_starred = [](const Expr* each) { return each->kind == ExprKind::kStarred; };
  if (targets.size() != values.size() || std::ranges::any_of(targets, is_starred) ||
      std::ranges::any_of(values, is_starred))
    return false;
  std::vector<Alternatives> all;
  for (const Expr* each : values) all.push_back(followed(walk, *each, state));
  for (std::size_t i = 0; i < targets.size(); ++i) assign(walk, *targets[i], all[i], state);
  return true;
}

// `at` is what sets it, `target` the part of that which names it.
void set_attribute(Walk& walk, const Alternative& object, std::string_view name,
                   const Alternatives& value, Span at, Span target, State& state) {
  if (!walk.program.is_plain(object.symbol().class_of())) escape(walk, value);
  if (!object.is_symbol()) return;
  if (object.symbol().is(Symbol::Kind::kModule)) {
    state.modules.set(object.symbol().module(), std::string(name), value);
    return;
  }
  const Symbol full = object.symbol().attribute(name);
  if (const auto key = full.config_key()) {
    escape(walk, value);
    write_config(walk, std::string(*key), value, at, target, ConfigWrite::Mode::kReplace, state);
    return;
  }
  if (const ClassInfo* info = walk.program.class_of(object.symbol())) {
    const auto setter = info->setters.find(name);
    if (setter != info->setters.end()) {
      const Givens given{{"", 0, value, at}};
      enter(walk, {setter->second, setter->second->closure, object.symbol()}, &given, state);
      return;
    }
  }
  walk.record.store({full, value, at, state.point});
  Alternatives kept = value;
  for (Alternative& alternative : kept) alternative.guard.add(state.known_guard());
  if (name != "__dict__") change_shared(object.symbol(), walk.program, at, state);
  state.attributes.set(full, std::move(kept));
}

// An attribute gets a value, of which the name is not known: it may be any.
void set_any_attribute(Walk& walk, const Alternatives& objects, State& state) {
  for (const Alternative& object : objects) {
    const Symbol name = object.symbol();
    if (name == Symbol::options()) walk.arguments.open();
    if (!walk.program.class_of(name) && !is_record(name)) continue;
    walk.open_objects.insert(name);
    std::vector<Symbol> owners{name};  // an object has the attributes of its classes too
    for (const Symbol each : walk.program.linearized(name.class_of())) owners.push_back(each);
    std::map<Symbol, Alternatives> changed;
    for (const Symbol owner : owners) {
      for (auto& each : state.attributes.inside(owner)) {
        const bool own = each.attribute.owner() == owner;
        if (own && (!walk.start || !walk.start->may_set || walk.start->may_set(each.path)))
          changed.try_emplace(name.attribute(each.path), std::move(each.value));
      }
    }
    for (auto& [attribute, value] : changed)
      state.attributes.set(attribute, either(std::move(value), unknown(object.at)));
  }
}

void remove(Walk& walk, const Expr& target, State& state) {
  if (target.kind == ExprKind::kName) {
    const std::string_view name = as<syntax::Name>(target).id;
    if (walk.frame->kind == Frame::Kind::kModule)
      state.modules.erase(walk.frame->module, name);
    else
      state.locals.erase(name);
    return;
  }
  const Alternatives removed = value(walk, target, state);
  if (const Alternative* one = only_symbol(removed)) {
    if (const auto key = one->symbol().config_key(); key && !key->empty())
      write_config(walk, std::string(*key), {}, walk.frame->statement, walk.span(target),
                   ConfigWrite::Mode::kReplace, state);
  }
}

namespace {

// Whether no process of torchrun gets to a place: a variable that it sets is not set there, or one
// of mpirun is.
bool excludes_torchrun(const ProgramPoint& point) {
  static const std::vector<std::string> mpi = facts::mpi_variables();
  const auto excludes = [](const Guard& guard) {
    return std::ranges::any_of(guard.conditions(), [](const Condition& each) {
      const std::string& name = each.question.subject;
      return each.question.kind == Question::Kind::kEnvironment &&
             (each.holds ? is_in(name, mpi) : facts::is_set_by_torchrun(name));
    });
  };
  return excludes(point.guard) ||
         (!point.ways.empty() && std::ranges::all_of(point.ways, excludes));
}

}  // namespace

void set_environment(Walk& walk, const Alternatives& name, Alternatives value, Span at,
                     bool only_if_unset, State& state) {
  const Value* variable = only_data(name);
  if (!variable || variable->kind != Value::Kind::kString) return;
  EnvironmentWrite write;
  write.name = std::string(variable->text());
  write.value = std::move(value);
  write.span = at;
  const Question is_given{Question::Kind::kEnvironment, write.name};
  write.only_if_unset = only_if_unset || state.point.guard.answer(is_given) == false ||
                        (facts::is_set_by_torchrun(write.name) && excludes_torchrun(state.point));
  write.point = state.point;
  // What was known at the start does not hold any more, and all that was computed hangs on it.
  if (walk.start && walk.start->guard.answer({Question::Kind::kEnvironment, write.name}) == false)
    walk.out.complete = false;
  // What starters set is not what the script makes of it.
  if (!facts::is_set_by_torchrun(write.name)) {
    const Symbol full = Symbol::environment().attribute(write.name);
    const Question is_set{Question::Kind::kEnvironment, write.name};
    Alternatives kept = on_path(write.value, state.point.guard);
    if (only_if_unset) {
      kept = symbol(full, at);
      kept.front().guard.add({is_set, true});
      Guard unset;
      unset.add({is_set, false});
      kept = either(std::move(kept), on_path(write.value, unset));
    }
    state.attributes.set(full, std::move(kept));
  }
  walk.record.set(std::move(write));
}

void write_config(Walk& walk, std::string key, Alternatives value, Span at, Span target,
                  ConfigWrite::Mode mode, State& state) {
  if (key.empty()) return;
  // `cfg.key = cfg.get('key') or {}`: what is there stays, with all that was written below it.
  const auto is_own = [&](const Alternative& each) { return each.symbol().config_key() == key; };
  if (mode == ConfigWrite::Mode::kReplace && value.size() > 1 &&
      std::ranges::any_of(value, is_own) && !state.definitions.find(key)) {
    std::erase_if(value, is_own);
    mode = ConfigWrite::Mode::kIfAbsent;
  }
  ConfigWrite write;
  write.key = key;
  write.value = std::move(value);
  write.span = at;
  write.target = target;
  write.point = state.point;
  write.mode = mode;
  const std::size_t index = walk.record.write(std::move(write));
  if (mode == ConfigWrite::Mode::kIfAbsent) {
    const Build::Definitions* known = state.definitions.find(key);
    Build::Definitions all = known ? *known : Build::Definitions();
    Guard there = state.point.guard;
    const bool may_be_there = there.add({{Question::Kind::kConfig, key}, true});
    if (all.writes.empty() && may_be_there) leave_as_loaded(all, there);
    add(all, {{index}, {}});
    state.definitions.set(std::move(key), std::move(all));
    return;
  }
  // What stood below the key is gone with it.
  const bool merges = mode == ConfigWrite::Mode::kMerge;
  const std::string below_key = key + ".";
  const auto before = state.definitions;  // shares them
  for (auto later = before.lower_bound(below_key);
       !merges && later != before.end() && later->first.starts_with(below_key); ++later)
    state.definitions.erase(later->first);
  state.definitions.set(std::move(key), {{index}, {}});
}

// `KEY._delete_=True` of merge_from_dict leaves nothing of KEY but what the other paths set: KEY is
// an empty dict before them. Adds these writes.
void replace_deleted(Walk& walk, const Value& paths, Span at, State& state) {
  constexpr std::string_view kDelete = "._delete_";
  for (const Entry& entry : paths.dict().entries()) {
    if (entry.key->kind != Value::Kind::kString || !entry.key->text().ends_with(kDelete)) continue;
    const auto deletes = truth_of(*entry.value);
    if (deletes == false) continue;
    Pool& pool = *walk.out.pool;
    const Span to = entry.origin->key();
    Value* empty = deletes ? pool.make(Value::Kind::kDict, to) : pool.unknown("", to);
    std::string key(entry.key->text());
    key.resize(key.size() - kDelete.size());
    write_config(walk, std::move(key), data_of(empty, to), at, to, ConfigWrite::Mode::kReplace,
                 state);
  }
}

// `dotted`: merge_from_dict, whose keys are paths.
void update_config(Walk& walk, std::string_view key, const Given& from, Span at, bool dotted,
                   State& state) {
  const auto one = [&](const std::string& name, const Alternatives& value, Span to, State& then) {
    const std::string path = key.empty() ? name : std::string(key) + "." + name;
    write_config(walk, path, value, at, to, ConfigWrite::Mode::kMerge, then);
  };
  if (!from.name.empty()) return one(from.name, from.value, from.span, state);
  State after;
  after.alive = false;
  for (const Alternative& each : from.value) {  // a function may return one dict or another
    State own = state;
    own.assume(each.guard);
    const Value* dict = each.data();
    const bool changes = own.alive && dict && dict->kind == Value::Kind::kDict;
    if (changes && dotted && key.empty()) replace_deleted(walk, *dict, at, own);
    for (const Entry& entry : changes ? dict->dict().entries() : std::span<const Entry>()) {
      if (entry.key->kind != Value::Kind::kString) continue;
      if (dotted && entry.key->text().ends_with("._delete_")) continue;
      const Alternatives value = alternatives_of(walk, *entry.value, entry.value->span);
      const std::string name = dotted ? std::string(entry.key->text()) : append_key("", *entry.key);
      one(name, value, entry.origin->key(), own);
    }
    after = meet(std::move(after), own);
  }
  if (after.alive) state = std::move(after);
}

}  // namespace mmlint::script

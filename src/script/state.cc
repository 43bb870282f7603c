#include "script/state.h"

#include "script/numbers.h"

namespace mmlint::script {
namespace {

OnPaths meet(OnPaths a, OnPaths b) {
  return a == b ? a : OnPaths::kSome;
}

// What one path knows and the other does not, as far as no later statement can change it.
Guard lasting(const Guard& path, const Guard& other) {
  Guard out = path;
  out.remove_if([&](const Condition& each) {
    const auto kind = each.question.kind;
    const bool lasts = kind == Question::Kind::kDevice || kind == Question::Kind::kModule ||
                       kind == Question::Kind::kOption || kind == Question::Kind::kGiven ||
                       kind == Question::Kind::kEquals || lacks_launcher(each);
    return !lasts || other.answer(each.question) == each.holds;
  });
  return out;
}

// Whether a name has what a definition binds, which the other path has left for later.
bool is_same_definition(const Alternatives& walked, const Alternatives& later) {
  const Alternative* one = only_symbol(later);
  if (!one || !one->symbol().is(Symbol::Kind::kDeferred)) return false;
  const Symbol place = one->symbol();
  return std::ranges::any_of(walked, [&](const Alternative& each) {
    return each.symbol() == Symbol::function(place.module(), place.offset()) ||
           each.symbol() == Symbol::class_at(place.module(), place.offset());
  });
}

// An attribute that only one path has set is what it was on the other one; what the project's own
// objects and modules lack, they do not have, unless their class is open.
Names::Missing unset(const State& state) {
  return [&state](const std::string& name) -> Alternatives {
    const Symbol attribute(name);
    if (attribute.is_of_project()) {
      // An object has what its class has: class@0:7().x is class@0:7.x.
      const bool of_object =
          attribute.root() == Symbol::Kind::kInstance || attribute.root() == Symbol::Kind::kMember;
      if (!of_object || !attribute.behind_root().starts_with('.')) return {};
      const Symbol own = attribute.class_of();
      const Alternatives* of_class =
          state.attributes.find(own.attribute(attribute.behind_root().substr(1)));
      if (of_class) return on_path(*of_class, state.point.guard);
      if (!state.attributes.find(own.attribute(kHoldsMore))) return {};
      Alternatives anything = unknown(Span{});
      anything.front().guard = state.point.guard;
      return anything;
    }
    Alternatives out = symbol(attribute, Span{});
    out.front().guard = state.point.guard;
    return out;
  };
}

}  // namespace

void Names::set(std::string name, Alternatives value) {
  if (const Alternatives* known = find(name); known && same(*known, value)) return;
  map_.set(std::move(name), std::move(value));
}

bool Names::equals(const Names& other) const {
  if (size() != other.size()) return false;
  bool out = true;
  map_.compare(other.map_, [&out](const std::string&, const Alternatives* a,
                                  const Alternatives* b) { out = out && a && b && same(*a, *b); });
  return out;
}

void Names::meet(const Names& other, const Paths& paths, const Missing& here,
                 const Missing& there) {
  std::vector<std::pair<std::string, Alternatives>> changed;
  const auto join = [&](const std::string& name, const Alternatives* a, const Alternatives* b) {
    if (a && b) {
      if (is_same_definition(*a, *b)) return;
      if (is_same_definition(*b, *a))
        changed.emplace_back(name, *b);
      else if (!same(*a, *b))
        changed.emplace_back(name, either(on_path(*a, paths.here), on_path(*b, paths.there)));
    } else if (a) {
      if (there) changed.emplace_back(name, either(*a, there(name)));
    } else {
      changed.emplace_back(name, here ? either(*b, here(name)) : *b);
    }
  };
  map_.compare(other.map_, join);
  for (auto& [name, alternatives] : changed) set(std::move(name), std::move(alternatives));
}

std::vector<Attributes::Known> Attributes::inside(Symbol object) const {
  std::vector<Known> out;
  for (auto each = all().lower_bound(object.str() + "."); each != all().end(); ++each) {
    const Symbol attribute(each->first);
    const auto path = attribute.path_below(object.text());
    if (!path) break;
    out.push_back({attribute, *path, each->second});
  }
  return out;
}

const Names* Modules::names(int module) const {
  const bool has = all_ && static_cast<std::size_t>(module) < all_->size();
  return has ? &(*all_)[static_cast<std::size_t>(module)] : nullptr;
}

const Alternatives* Modules::find(int module, std::string_view name) const {
  const Names* found = names(module);
  return found ? found->find(name) : nullptr;
}

Names& Modules::own(int module) {
  if (!all_)
    all_ = std::make_shared<std::vector<Names>>();
  else if (all_.use_count() > 1)
    all_ = std::make_shared<std::vector<Names>>(*all_);
  const auto index = static_cast<std::size_t>(module);
  if (all_->size() <= index) all_->resize(index + 1);
  return (*all_)[index];
}

void Modules::set(int module, std::string name, Alternatives value) {
  if (const Alternatives* known = find(module, name); known && same(*known, value)) return;
  own(module).set(std::move(name), std::move(value));
}

void Modules::erase(int module, std::string_view name) {
  if (find(module, name)) own(module).erase(name);
}

void Modules::meet(const Modules& other, const Names::Paths& paths) {
  if (all_ == other.all_ || !other.all_) return;
  if (!all_) {
    all_ = other.all_;
    return;
  }
  for (std::size_t i = 0; i < other.all_->size(); ++i) {
    const Names& more = (*other.all_)[i];
    const Names* known = names(static_cast<int>(i));
    if ((known && known->shares(more)) || more.size() == 0) continue;
    own(static_cast<int>(i)).meet(more, paths);
  }
}

void State::assume(const Guard& guard) {
  if (!point.guard.add(guard)) alive = false;
  if (point.guard.answer({Question::Kind::kGroup}) == true) point.group = OnPaths::kAll;
}

bool State::leaves_open(const Truth& truth, bool holds) const {
  if (!truth.can_hold || !truth.can_fail || truth.varies) return false;
  const auto says_nothing = [&](const Guard& way) {
    return std::ranges::none_of(way.conditions(), [&](const Condition& each) {
      return each.question.kind != Question::Kind::kRank &&
             point.guard.answer(each.question) != each.holds;
    });
  };
  const auto ways_of = [&](bool outcome) {
    const std::vector<Guard>& ways = outcome ? truth.holds_by : truth.fails_by;
    return ways.size() > 1 ? ways : std::vector{outcome ? truth.if_holds : truth.if_fails};
  };
  // Every process that a launcher starts takes this path: `args.distributed`, which the script sets
  // to False only where RANK is not set.
  const auto leaves_launcher = [&](const Guard& way) {
    return std::ranges::any_of(way.conditions(), [&](const Condition& each) {
      return lacks_launcher(each) && point.guard.answer(each.question) != false;
    });
  };
  return std::ranges::any_of(ways_of(holds), says_nothing) &&
         !std::ranges::all_of(ways_of(!holds), leaves_launcher);
}

void State::enter_branch(const Truth& truth, bool holds) {
  if (!leaves_open(truth, holds)) return;
  Guard where;  // `flag` that is set to True only where there is CUDA
  for (const Condition& each : (holds ? truth.if_fails : truth.if_holds).conditions()) {
    if (each.question.kind == Question::Kind::kDevice) where.add(each);
  }
  point.open_where = point.open ? common(point.open_where, where) : where;
  point.open = true;
}

Guard State::known_guard() const {
  Guard out = point.guard;
  if (proven) out.add({{Question::Kind::kDevice, "cuda"}, true});
  return out;
}

bool State::is_like(const State& other) const {
  bool same_definitions = true;
  const auto compare = [&](const std::string&, const auto* a, const auto* b) {
    same_definitions = same_definitions && a && b && *a == *b;
  };
  definitions.compare(other.definitions, compare);
  return same_definitions && proven == other.proven && modules.shares(other.modules) &&
         attributes.shares(other.attributes) && point == other.point;
}

void add(Build::Definitions& all, const Build::Definitions& more) {
  for (const std::size_t write : more.writes) {
    if (!is_in(write, all.writes)) all.writes.push_back(write);
  }
  for (const Guard& path : more.loaded_if) leave_as_loaded(all, path);
}

void leave_as_loaded(Build::Definitions& all, const Guard& guard) {
  constexpr std::size_t kMostPaths = 4;
  if (is_in(guard, all.loaded_if)) return;
  if (all.loaded_if.size() == kMostPaths) all.loaded_if = {common(all.loaded_if)};
  if (all.loaded_if.size() == 1 && all.loaded_if.front().conditions().empty()) return;
  all.loaded_if.push_back(guard);
}

void add(ReachingDefinitions& all, const Guard& here, const ReachingDefinitions& more,
         const Guard& there) {
  const ReachingDefinitions before = all;  // shares them
  before.compare(more, [&](const std::string& key, const Build::Definitions* ours,
                           const Build::Definitions* theirs) {
    Build::Definitions joined = ours ? *ours : *theirs;
    if (ours && theirs)
      add(joined, *theirs);
    else
      leave_as_loaded(joined, ours ? there : here);
    all.set(key, std::move(joined));
  });
}

ProgramPoint meet(ProgramPoint a, const ProgramPoint& b) {
  if (a.reached != b.reached)
    return a.reached ? a : b;  // what holds is said of runs that get there
  a.guard = common(a.guard, b.guard);
  a.handled = a.handled && b.handled;
  if (a.handled_by != b.handled_by || !a.handled) a.handled_by = {};
  a.open = a.open && b.open;
  if (!a.open || !a.open_where.add(b.open_where)) a.open_where = {};
  if (a.ways != b.ways) a.ways.clear();
  a.no_gradients = a.no_gradients && b.no_gradients;
  if (!a.reached && !a.built_as.known()) a.built_as = b.built_as;
  a.group = meet(a.group, b.group);
  a.runner = meet(a.runner, b.runner);
  return a;
}

State meet(State a, const State& b) {
  if (!b.alive) return a;
  if (!a.alive) return b;
  a.proven = a.proven && b.proven;
  const Names::Paths paths{lasting(a.point.guard, b.point.guard),
                           lasting(b.point.guard, a.point.guard)};
  a.locals.meet(b.locals, paths);
  a.modules.meet(b.modules, paths);
  a.attributes.meet(b.attributes, paths, unset(a), unset(b));
  add(a.definitions, a.point.guard, b.definitions, b.point.guard);
  a.point = meet(std::move(a.point), b.point);
  return a;
}

void join_left_out(State before, const Guard* guard, State& state) {
  const Guard around = before.point.guard;
  before.alive = before.alive && guard;
  if (guard) before.assume(*guard);
  const bool is_one = state.alive != before.alive && guard;
  state = meet(std::move(state), before);
  if (!is_one) state.point.guard = around;
}

void narrow_option(State& state, int module, const std::string& option, const Guard& guard) {
  const Symbol symbol_of_it = Symbol::options().attribute(option);
  const auto narrow_all = [&](Names& names) {
    const Names before = names;  // shares them until one is set
    for (const auto& [name, all] : before.all()) {
      Alternatives value = all;
      if (narrow_option(value, option, guard)) names.set(name, std::move(value));
    }
  };
  narrow_all(state.locals);
  if (!state.attributes.find(symbol_of_it))
    state.attributes.set(symbol_of_it, symbol(symbol_of_it, {}));
  narrow_all(state.attributes);
  if (const Names* globals = state.modules.names(module)) {
    const Names before = *globals;
    for (const auto& [name, all] : before.all()) {
      Alternatives value = all;
      if (narrow_option(value, option, guard)) state.modules.set(module, name, std::move(value));
    }
  }
}

}  // namespace mmlint::script

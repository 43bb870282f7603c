
#include "script/objects.h"
#include "script/walk_calls.h"
#include "script/walk_values.h"

// Callables that are made of others: functools.partial, operator.attrgetter, property and the like.
namespace mmlint::script {

namespace {

constexpr std::size_t kMostBound = 1'000;  // of a program that are told apart

// Returns the symbol of a callable; unknown if there are too many of them.
Alternatives bound(Walk& walk, Bound made, Span at) {
  if (walk.bound.size() >= kMostBound) return unknown(at);
  walk.bound.push_back(std::move(made));
  return symbol(Symbol::bound(walk.bound.size() - 1), at);
}

// What functools.partial makes of something of a library is called, if at all, with those arguments
// at least.
Alternatives partial(Walk& walk, const Givens& given, const syntax::Call& expr,
                     const State& state) {
  std::vector<Call> facts;
  for (const Alternative& callee : given.front().value) {
    if (!callee.is_symbol() || walk.program.defines(callee.symbol())) continue;
    Call fact;
    fact.symbol = callee.symbol();
    fact.span = walk.span(expr);
    fact.callee = given.front().span;
    fact.statement = walk.frame->statement;
    fact.point = state.point;
    fact.more = true;
    if (!fact.point.guard.add(callee.guard)) continue;
    for (const Given& each : given) {
      const bool passed = &each != &given.front() && each.stars == 0 && !each.name.empty();
      if (passed) fact.arguments.push_back({each.name, each.span, each.value});
    }
    facts.push_back(std::move(fact));
  }
  Givens own(given.begin() + 1, given.end());
  return bound(walk, {"", given.front().value, std::move(own), std::move(facts), false},
               walk.span(expr));
}

// Returns what is bound to arguments of its own; null for any other symbol.
Bound* bound_of(Walk& walk, Symbol symbol) {
  const bool is_known = symbol.is(Symbol::Kind::kBound) && symbol.number() < walk.bound.size();
  return is_known ? &walk.bound[symbol.number()] : nullptr;
}

}  // namespace

// nullopt for a call that makes no callable.
std::optional<Alternatives> make_callable(Walk& walk, Symbol name, const Givens& given,
                                          const syntax::Call& expr, const State& state) {
  const Span at = walk.span(expr);
  if (given.empty() || given.front().stars != 0) return std::nullopt;
  if (name == "functools.partial") return partial(walk, given, expr, state);
  const std::string_view text = text_of(given.front().value);
  if (name == "operator.attrgetter" && given.size() == 1 && !text.empty())
    return symbol(Symbol::getter(text), at);
  if (name == "operator.methodcaller" && !text.empty())
    return bound(walk, {std::string(text), {}, Givens(given.begin() + 1, given.end()), {}, false},
                 at);
  if (name != "property" && name != "functools.cached_property") return std::nullopt;
  const Alternative* reads = only_symbol(given.front().value);
  const bool is_known = reads && (walk.program.function(reads->symbol()) ||
                                  reads->symbol().is(Symbol::Kind::kGetter));
  return is_known ? symbol(Symbol::property(reads->symbol()), at) : unknown(at);
}

// The attribute `a.b` of what it is called with.
Alternatives chained(Walk& walk, Alternatives of, std::string_view path, Span at, State& state) {
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    of = attribute_of_all(walk, of, name, at, state);
  }
  return of;
}

// What the attribute of an object is whose class has a property of this symbol; nullopt for a
// symbol of another kind.
std::optional<Alternatives> read_property(Walk& walk, Symbol symbol, Symbol object, Span at,
                                          State& state) {
  if (!symbol.is(Symbol::Kind::kProperty)) return std::nullopt;
  const Symbol reads = symbol.target();
  if (reads.is(Symbol::Kind::kGetter))
    return chained(walk, script::symbol(object, at), reads.name(), at, state);
  auto function = walk.program.function(reads);
  if (!function) return unknown(at);
  function->self = object;
  const Givens none;
  return enter(walk, *function, &none, state);
}

Alternatives either_result(Alternatives a, const Alternatives& b) {
  const auto is_answer = [](const Alternative& each) {
    const Value* data = each.data();
    return data && data->kind == Value::Kind::kBool && !each.guard.conditions().empty();
  };
  if (a.size() + b.size() > kMaxAlternatives || !std::ranges::all_of(a, is_answer) ||
      !std::ranges::all_of(b, is_answer))
    return either(std::move(a), b);
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

bool spread(const Walk& walk, const Given& stars, Givens& given) {
  if (stars.stars == 1) {
    const Value* all = only_data(stars.value);
    if (!all || (all->kind != Value::Kind::kTuple && all->kind != Value::Kind::kList)) return false;
    for (const Value* item : all->items())
      given.push_back({"", 0, alternatives_of(walk, *item, item->span), stars.span});
    return true;
  }
  const bool known = std::ranges::all_of(stars.value, [](const Alternative& each) {
    const Value* dict = each.data();
    if (!dict || dict->kind != Value::Kind::kDict) return false;
    const auto& entries = dict->dict().entries();
    return std::ranges::all_of(
        entries, [](const Entry& entry) { return entry.key->kind == Value::Kind::kString; });
  });
  if (!known) return false;
  std::map<std::string, Alternatives> all;  // of each dict that it may be
  for (const Alternative& each : stars.value) {
    for (const Entry& entry : each.data()->dict().entries()) {
      Alternatives& value = all[std::string(entry.key->text())];
      value = either(std::move(value),
                     under(alternatives_of(walk, *entry.value, entry.value->span), each.guard));
    }
  }
  for (auto& [name, value] : all) given.push_back({name, 0, std::move(value), stars.span});
  return true;
}

bool is_dict_of_config(const Given& given) {
  return given.stars == 2 && !given.value.empty() &&
         std::ranges::all_of(given.value, [](const Alternative& each) {
           return each.symbol().config_key().has_value();
         });
}

namespace {

// The positions of the arguments of what calls a function: those that have the positional and the
// named arguments of that function.
struct Caller {
  std::string_view name;
  std::size_t args, kwargs;
};

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::array<Caller, 6> kCallers = {{{"Process", 3, 4},
                                             {"Thread", 3, 4},
                                             {"apply", 1, 2},
                                             {"apply_async", 1, 2},
                                             {"spawn", 1, kNowhere},
                                             {"start_processes", 1, kNowhere}}};

const Given* argument_of(const Givens& given, std::string_view name, std::size_t position) {
  std::size_t i = 0;
  for (const Given& each : given) {
    if (each.stars == 0 && (each.name.empty() ? i++ == position : each.name == name)) return &each;
  }
  return nullptr;
}

// The arguments of a call that have those of the function that it calls, or null.
struct PassedOn {
  const Given *args, *kwargs;
};

PassedOn passed_on(Symbol callee, const Givens& given) {
  const auto row = std::ranges::find(kCallers, callee.name(), &Caller::name);
  const Caller caller = row != kCallers.end() ? *row : Caller{"", kNowhere, kNowhere};
  const bool applies = caller.name.starts_with("apply");
  return {argument_of(given, "args", caller.args),
          argument_of(given, applies ? "kwds" : "kwargs", caller.kwargs)};
}

// starmap(f, [(1, 2), (3, 4)])
std::vector<Givens> called_by_starmap(Walk& walk, const Givens& given, State& state) {
  const Given* all = argument_of(given, "iterable", 1);
  const auto calls = all ? items_of_all(walk, all->value, all->span, state) : std::nullopt;
  std::vector<Givens> out;
  if (!calls || calls->size() > kMaxAlternatives) return out;
  for (const Alternatives& call : *calls) {
    if (!spread(walk, {"", 1, call, all->span}, out.emplace_back())) return {};
  }
  return out;
}

// mp.spawn(f, nprocs=n) runs f where n is not 0. Where the module also calls f itself, only the
// paths on which processes are started are followed here; else all are, for what f does is to be
// judged although nobody starts it.
void assume_started(Walk& walk, const FunctionInfo& function, const Givens& given, State& state) {
  const Given* count = argument_of(given, "nprocs", 2);
  const Truth any = count ? truth(count->value) : known_truth(true);
  State started = state;
  started.assume(any.if_holds);
  if (any.can_hold && any.can_fail && started.alive &&
      walk.program.called_names(function.module).contains(function.node->name))
    state = std::move(started);
}

}  // namespace

bool is_passed_on(Symbol callee, const Givens& given, Span argument) {
  if (callee.name() == "submit") return argument != given.front().span;
  const auto [args, named] = passed_on(callee, given);
  return (args && args->span == argument) || (named && named->span == argument);
}

std::vector<Givens> called_back(Walk& walk, Symbol callee, const FunctionInfo& function,
                                const Givens& given, State& state) {
  const std::string_view name = callee.name();
  if (name == "submit") return {Givens(given.begin() + 1, given.end())};
  if (name == "starmap" || name == "starmap_async") return called_by_starmap(walk, given, state);
  const auto [args, named] = passed_on(callee, given);
  Givens all;
  if (name == "spawn" || name == "start_processes") {
    const Span at = given.front().span;
    assume_started(walk, function, given, state);
    all.push_back({"", 0,
                   walk.start && walk.start->rank
                       ? data_of(walk.out.pool->integer(*walk.start->rank, at), at)
                       : script::symbol(Symbol::rank(), at),
                   at});
  }
  const bool known = (args || named) &&
                     (!args || spread(walk, {"", 1, args->value, args->span}, all)) &&
                     (!named || spread(walk, {"", 2, named->value, named->span}, all));
  return known ? std::vector<Givens>{all} : std::vector<Givens>();
}

// functools.reduce(function, items, first)
Alternatives folded(Walk& walk, const Givens& given, Span at, State& state) {
  const Alternative* one = only_symbol(given.front().value);
  const auto function = one ? walk.program.function(one->symbol()) : std::nullopt;
  if (!function) return unknown(at);
  const auto items = items_of_all(walk, given[1].value, at, state);
  const bool is_known = items && items->size() <= kMaxAlternatives;
  Alternatives out = given[2].value;
  std::vector<Alternatives> turns{unknown(at)};
  if (is_known) turns = *items;
  for (const Alternatives& item : turns) {
    const Givens pair{{"", 0, out, at}, {"", 0, item, at}};
    out = enter(walk, *function, &pair, state);
  }
  return is_known ? out : unknown(at);
}

void escape(Walk& walk, const Givens& given) {
  for (const Given& each : given) escape(walk, each.value);
}

// Records that other code may call a callable with bound arguments. Returns this callable; null for
// any other symbol.
const Bound* leave_to_others(Walk& walk, Symbol symbol) {
  Bound* made = bound_of(walk, symbol);
  if (!made || made->is_called) return made;
  made->is_called = true;
  for (const Call& fact : made->facts) walk.record.call(fact);
  return made;
}

// What nobody calls is there, and does nothing.
void record_uncalled(Walk& walk) {
  for (const Bound& made : walk.bound) {
    for (Call fact : made.is_called ? std::vector<Call>() : made.facts) {
      fact.point.reached = false;
      walk.record.call(std::move(fact));
    }
  }
}

// Turns the call of a callable with arguments of its own into that of the function or method behind
// it. Returns false for any other callee.
bool unbind(Walk& walk, Alternatives& callees, Alternatives& objects, Givens& given, Span at,
            State& state) {
  const Alternative* one = only_symbol(callees);
  Bound* known = one ? bound_of(walk, one->symbol()) : nullptr;
  if (!known) return false;
  known->is_called = true;
  const Guard guard = one->guard;
  const Bound made = *known;  // others may be made on the way
  if (made.method.empty()) {
    callees = under(made.callee, guard);
    objects.clear();
    Givens all;
    for (const Given& each : made.given) {
      const bool is_replaced =
          !each.name.empty() &&
          std::ranges::any_of(given, [&](const Given& own) { return own.name == each.name; });
      if (!is_replaced) all.push_back(each);
    }
    all.insert(all.end(), given.begin(), given.end());
    given = std::move(all);
  } else {
    if (given.size() != 1 || given.front().stars != 0) return false;
    objects = given.front().value;
    callees = under(attribute_of_all(walk, objects, made.method, at, state), guard);
    given = made.given;
  }
  return !callees.empty();
}

}  // namespace mmlint::script

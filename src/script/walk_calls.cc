

#include "script/walk_calls.h"
#include "facts/accelerators.h"
#include "script/symbols.h"
#include "script/test_marks.h"
#include "script/usual_options.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

namespace mmlint::script {

using syntax::as;
using syntax::ExprKind;

namespace {

// The attribute of the state that keeps what the process group was made with.
Symbol group_backend() {
  return Symbol::mark("group").attribute("backend");
}

// The attributes of what the command line has given, those included that the script has set.
std::set<std::string> names_of_options(const std::vector<Option>& options, const State& state) {
  std::set<std::string> out;
  for (const Option& option : options) out.insert(option.dest);
  for (const auto& each : state.attributes.inside(Symbol::options())) {
    if (each.attribute.owner() == Symbol::options()) out.emplace(each.path);
  }
  return out;
}

// Whether a call raises where there is no CUDA: x.cuda(), x.to('cuda'), torch.zeros(3,
// device='cuda'), torch.cuda.synchronize().
bool needs_cuda(const Call& call) {
  constexpr std::array<std::string_view, 6> kAsked = {
      "torch.cuda.current_device", "torch.cuda.get_device_name", "torch.cuda.get_device_properties",
      "torch.cuda.init",           "torch.cuda.set_device",      "torch.cuda.synchronize"};
  if (call.own || call.symbol.is_inside("torch.nn.Identity()")) return false;
  if (call.symbol.is_method("cuda")) return true;
  if (is_in(call.symbol.text(), kAsked)) return true;
  const bool moves = call.symbol.is_method("to");
  if (!moves && (!call.symbol.is_inside("torch") || call.symbol == "torch.device")) return false;
  const Argument* device = call.argument("device", moves ? 0 : call.arguments.size());
  return device && std::ranges::all_of(device->value, [](const auto& each) {
           return each.value() && each.value()->kind == Value::Kind::kString &&
                  each.value()->text().starts_with("cuda");
         });
}

// The state behind a method that the Runner of a class of the project calls by itself.
State behind_hook(Walk& walk, Symbol runner, std::string_view method, State state) {
  FunctionInfo* info = walk.program.method(runner, method);
  if (info) enter(walk, {info, info->closure, runner.instance()}, nullptr, state);
  return state;
}

// Calls one of several functions, or none of them.
Alternatives enter_any(Walk& walk, const std::vector<FunctionRef>& functions, const Givens& given,
                       State& state) {
  Alternatives out = unknown(walk.frame->statement);
  const State before = state;
  for (const FunctionRef& function : functions) {
    State own = before;
    out = either(std::move(out), enter(walk, function, &given, own));
    state = meet(std::move(state), own);
  }
  return out;
}

Alternatives call_symbol(Walk& walk, const Alternative& callee, const syntax::Call& expr,
                         const Givens& given, State& state);

// map(f, a, b), whose items are taken at once.
Alternatives call_each(Walk& walk, const syntax::Call& expr, const Givens& given, State& state) {
  const Span at = walk.span(expr);
  std::vector<Givens> turns(kMaxAlternatives);
  bool is_known = true;
  for (std::size_t i = 1; i < given.size(); ++i) {
    const auto items = given[i].stars == 0 ? items_of_all(walk, given[i].value, at, state)
                                           : std::optional<std::vector<Alternatives>>();
    is_known = is_known && items && items->size() <= kMaxAlternatives;
    if (is_known) turns.resize(std::min(turns.size(), items->size()));
    for (std::size_t turn = 0; turn < turns.size() && is_known; ++turn)
      turns[turn].push_back({"", 0, (*items)[turn], given[i].span});
  }
  if (!is_known || !only_symbol(given.front().value)) {
    escape(walk, given);
    hand_over(walk, Symbol::unknown(), given, state);
    return unknown(at);
  }
  leave_to_others(walk, only_symbol(given.front().value)->symbol());
  Value* out = walk.out.pool->make(Value::Kind::kList, at);
  NumberedTurns numbered(walk);
  for (Givens& turn : turns) {
    numbered.next();
    Alternatives callees = given.front().value, objects;
    unbind(walk, callees, objects, turn, at, state);
    const Alternative* one = only_symbol(callees);
    const Alternatives made = one ? call_symbol(walk, *one, expr, turn, state) : unknown(at);
    out->edit_items().push_back(part(walk, made, at, at));
  }
  return data_of(out, at);
}

namespace {

// What a class of the project has from argparse.ArgumentParser is a method of the parser.
Symbol inherited(Walk& walk, Symbol callee) {
  const Symbol object = callee.owner();
  if (!object.is_instance() || !walk.program.class_of(object.class_of()) ||
      walk.program.method(object.class_of(), callee.name()))
    return callee;
  const auto bases = walk.program.linearized(object.class_of());
  const bool is_parser =
      std::ranges::any_of(bases, [](Symbol base) { return base == "argparse.ArgumentParser"; });
  return is_parser ? Symbol::parser().attribute(callee.name()) : callee;
}

}  // namespace

Alternatives call_symbol(Walk& walk, const Alternative& callee, const syntax::Call& expr,
                         const Givens& given, State& state) {
  const Span at = walk.span(expr);
  const Symbol name = inherited(walk, callee.symbol());
  if (auto function = walk.program.function(name)) {
    function->sites = callee.sites;
    return enter(walk, *function, &given, state);
  }
  if (walk.program.class_of(name)) {
    if (!name.is_instance()) return construct(walk, name, given, at, state);
    // An object is called: a module's forward is behind torch.nn.Module.__call__.
    for (const std::string_view method : {"__call__", "forward"}) {
      if (walk.program.method(name.class_of(), method))
        return call_method(walk, callee, method, given, state);
    }
    return unknown(at);
  }
  if (name.path_in(Symbol::Kind::kOther)) return symbol(Symbol::other_command(), at);
  if (name == "map" && given.size() > 1) return call_each(walk, expr, given, state);
  hand_over(walk, name, given, state);
  call_logging(walk, name, given, state);
  keep_model(walk, name, given, at, state);
  forward_inside(walk, callee, given, state);
  if (name == "torch.cuda.device_count") {
    const auto counts = [](const Import& each) { return facts::counts_cards(each.symbol.text()); };
    if (std::ranges::any_of(walk.out.imports, counts)) return symbol(result_of(name), at);
    Alternatives none = data_of(walk.out.pool->integer(0, at), at);
    none.front().guard.add({{Question::Kind::kDevice, "cuda"}, false});
    Alternatives some = symbol(result_of(name), at);
    some.front().guard.add({{Question::Kind::kDevice, "cuda"}, true});
    return either(std::move(some), none);
  }
  if (auto mark = test_mark(name, given.empty() ? Alternatives() : given.front().value, at))
    return std::move(*mark);
  if (const auto asked = question(name)) {
    const bool of_group = walk.start && asked->kind == Question::Kind::kGroup;
    const bool alone = of_group && walk.start->sees_groups && state.point.group == OnPaths::kNone;
    const bool joined = of_group && walk.start->rank && state.point.group == OnPaths::kAll;
    return boolean(walk, alone || joined ? known_truth(joined) : answer_of(*asked), at);
  }
  if (leaves_the_test(name)) state.alive = false;
  if (auto number = number_in_group(walk, name, given, at)) return *std::move(number);
  if (ends_the_program(name)) {
    fail(walk, Failure::Kind::kExit, at, {}, state.point);
    state.alive = false;
  }
  if (makes_group(name)) {
    state.point.group = OnPaths::kAll;
    ++walk.groups;
    for (const Given& each : given) {
      const bool is_first = &each == given.data() && each.name.empty() && each.stars == 0;
      if (name.is_inside("torch") && (is_first || each.name == "backend"))
        state.attributes.set(group_backend(), each.value);
    }
  }
  if (const auto* backend = name == "torch.distributed.get_backend"
                                ? state.attributes.find(group_backend())
                                : nullptr;
      backend && std::ranges::all_of(*backend, [](const Alternative& each) {
        return each.data() || each.symbol().option();
      }))
    return under(*backend, state.point.guard);
  if (destroys_group(name)) state.leave_group();
  if (name.is_inside("torch.distributed") && name.name().find("object") != std::string_view::npos) {
    for (const Given& each : given) {  // lists that it fills with what other processes have
      if (const Value* list = only_data(each.value)) walk.changed.insert(list);
    }
  }
  if (builds_runner(name)) state.point.runner = OnPaths::kAll;
  if (loads_config(name)) return load_config(walk, name, given, at, state);
  if (adds_command(name)) return symbol(walk.arguments.add_command(given), at);
  if (auto choices = declare_option(walk, name, given, at)) return *std::move(choices);
  if (name.owner() == Symbol::parser()) {
    const std::string_view method = name.name();
    if (method == "add_argument") walk.arguments.add_option(given, at);
    if (method == "set_defaults") walk.arguments.set_defaults(given, state);
    if (method == "add_subparsers") walk.arguments.add_commands(given, at, state);
    if (method == "parse_args" || method == "parse_known_args")
      parse_options(walk, given, at, state);
  }
  if (name.is(Symbol::Kind::kItem) && name.owner() == kNamedTuple)
    return make_tuple(walk, name, given, at);
  if (const auto method = name.variable(); method && !method->empty())
    return call_environment(walk, *method, expr, given, state);
  if (name == "os.getenv") return call_environment(walk, "get", expr, given, state);
  if (const auto key = name.config_key(); key && !key->empty())
    return call_config(walk, *key, expr, given, state);
  return call_builtin(walk, name, expr, given, state);
}

// Those of several callees that have arguments of their own are called with these as well. Returns
// the arguments of each; none if all have those of the call.
std::vector<Givens> unbind_each(Walk& walk, Alternatives& callees, const Givens& given, Span at,
                                State& state) {
  const auto is_bound = [](const Alternative& each) {
    return each.symbol().is(Symbol::Kind::kBound);
  };
  std::vector<Givens> out;
  if (callees.size() < 2 || std::ranges::none_of(callees, is_bound)) return out;
  Alternatives all;
  for (const Alternative& callee : callees) {
    Alternatives behind{callee}, objects;
    Givens own = given;
    if (is_bound(callee) && !unbind(walk, behind, objects, own, at, state)) behind = {callee};
    out.insert(out.end(), behind.size(), own);
    all.insert(all.end(), behind.begin(), behind.end());
  }
  callees = std::move(all);
  return out;
}

}  // namespace

const Argument* Call::argument(std::string_view name, std::size_t position) const {
  std::size_t at = 0;
  for (const Argument& argument : arguments) {
    if (argument.name.empty() ? at++ == position : argument.name == name) return &argument;
  }
  return nullptr;
}

Alternatives call(Walk& walk, const syntax::Call& expr, State& state) {
  if (auto next = next_of(walk, expr, state)) return *std::move(next);
  const Receiver of_outer_call(walk);
  const bool is_statement = walk.frame->whole == &expr;
  const Span statement = walk.frame->statement;
  Alternatives objects, callees;
  bool called_init = false;
  if (expr.callee->kind == ExprKind::kAttribute) {
    const auto& method = as<syntax::Attribute>(*expr.callee);
    called_init = method.name == "__init__";
    objects = followed(walk, *method.object, state);
    callees = attribute_of_all(walk, objects, method.name, walk.span(method), state);
  } else {
    callees = value(walk, *expr.callee, state);
  }
  Givens given;
  given.reserve(expr.arguments.size());
  std::vector<const Value*> passed;  // of each argument: the data that it is
  for (const syntax::Argument& argument : expr.arguments) {
    Given one;
    one.name = std::string(argument.name);
    one.span = walk.span(argument.begin, argument.end);
    const bool starred = argument.value->kind == ExprKind::kStarred;
    if (starred) one.stars = as<syntax::Starred>(*argument.value).stars;
    one.value = followed(
        walk, starred ? *as<syntax::Starred>(*argument.value).value : *argument.value, state);
    passed.push_back(only_data(one.value));
    const Alternative* object = one.stars == 2 ? only_symbol(one.value) : nullptr;
    if (object && object->symbol() == Symbol::options() && walk.arguments.is_whole()) {
      // **vars(args)
      for (const std::string& name : names_of_options(walk.out.options, state))
        given.push_back(
            {name, 0, attribute_of_all(walk, one.value, name, one.span, state), one.span});
    } else if (one.stars == 0 || !spread(walk, one, given)) {
      if (one.stars != 0) escape(walk, one.value);
      given.push_back(std::move(one));
    }
  }
  if (const Alternative* getter = only_symbol(callees);
      getter && getter->symbol().is(Symbol::Kind::kGetter) && given.size() == 1)
    return chained(walk, given.front().value, getter->symbol().name(), walk.span(expr), state);
  unbind(walk, callees, objects, given, walk.span(expr), state);
  const std::vector<Givens> apart = unbind_each(walk, callees, given, walk.span(expr), state);
  const Alternative* known = only_symbol(callees);
  if (!known || !walk.program.defines(known->symbol())) {  // somebody else may look at all of them
    for (const Given& each : given) {
      const Alternative* handed = only_symbol(each.value);
      if (handed && handed->symbol() == Symbol::options()) walk.arguments.read("*");
      for (const Alternative& alternative : each.value) {
        if (alternative.symbol().path_in(Symbol::Kind::kParser)) walk.arguments.hand_over();
      }
    }
  }
  Alternatives out;
  const bool is_one = callees.size() == 1;
  const bool knows_all = std::ranges::all_of(callees, &Alternative::is_symbol);
  State after;  // behind any of several
  after.alive = false;
  for (const Alternative& callee : callees) {
    const auto number = static_cast<std::size_t>(&callee - callees.data());
    const Givens& own_given = apart.empty() ? given : apart[number];
    State copy;
    if (!is_one) copy = state;
    State& own = is_one ? state : copy;
    // The guard of a file is that an option keeps its default. Calls of its methods also run for
    // any other file.
    if (!callee.symbol().is(Symbol::Kind::kFile)) own.assume(callee.guard);
    if (own.alive && !callee.is_symbol()) {
      escape(walk, {callee});
      if (auto pairs = paired(walk, expr, own_given, own)) return *std::move(pairs);
      const bool is_name = expr.callee->kind == ExprKind::kName;
      const std::string_view name = is_name ? as<syntax::Name>(*expr.callee).id : "";
      hand_containers(walk, name, own_given);
      if (!only_looks(name)) escape(walk, own_given);
      hand_over(walk, Symbol::unknown(), own_given, own);
    }
    if (!own.alive || !callee.is_symbol()) {
      if (!is_one) after = meet(std::move(after), own);
      continue;
    }
    Call fact;
    fact.symbol = walk.program.constructor(inherited(walk, callee.symbol()));
    const std::vector<FunctionRef> meant =
        walk.program.possible_methods(fact.symbol, walk.constructed);
    fact.own = walk.program.defines(fact.symbol) || !meant.empty();
    if (!meant.empty() && holds_objects(walk, objects)) {  // it may be the method of the container
      escape(walk, objects);
      escape(walk, own_given);
    }
    fact.span = walk.span(expr);
    fact.callee = walk.span(*expr.callee);
    fact.object = callee.sites;
    fact.statement = statement;
    fact.is_statement = is_statement;
    fact.certain = is_one && !own.point.open && walk.detours == 0 && !walk.frame->has_detour();
    fact.loops = walk.loops;
    const bool builds = builds_runner(fact.symbol);
    const Symbol self = called_init ? walk.frame->self : Symbol();
    const Symbol runner = builds ? own_runner(walk, callee, objects, self, own) : Symbol();
    if (!runner.empty()) own.point.group = behind_hook(walk, runner, "setup_env", own).point.group;
    fact.point = own.point;
    fact.arguments.reserve(own_given.size());
    for (const Given& each : own_given) {
      fact.more = fact.more || each.stars != 0;
      if (each.stars == 0)
        fact.arguments.push_back({each.name, each.span, told_apart(walk, each.value)});
      if (is_dict_of_config(each)) fact.arguments.push_back({"**", each.span, each.value});
    }
    const Alternative called{fact.symbol, callee.at, callee.guard, callee.sites};
    fact.symbol = moved_module(walk, fact.symbol);
    walk.receiver = objects.empty() ? nullptr : &objects;
    const bool proves = own.point.handled && needs_cuda(fact);
    if (!fact.own && fact.symbol.owner() != Symbol::unknown())
      hand_containers(walk, fact.symbol.text(), own_given);
    const std::size_t index = walk.record.call(std::move(fact));
    const bool wraps = !runner.empty() && walk.program.method(runner, "wrap_model");
    if (builds && walk.spend(own.definitions.size())) walk.record.build(index, wraps, own);
    Alternatives one = meant.empty() ? call_symbol(walk, called, expr, own_given, own)
                                     : enter_any(walk, meant, own_given, own);
    // A part of an object keeps the object's sites; any other result is a new object. Symbols of
    // the analysis, such as <config>, exist once per program and have no sites.
    for (Alternative& each : one) {
      const Symbol made = each.symbol();
      const bool from_object = made == called.symbol().owner() || made == called.symbol().result();
      if (!made.is_of_analysis() && made && !each.sites.known() &&
          (from_object || made == result_of(called.symbol())))
        each.sites = callee.sites.known() ? callee.sites : Sites(walk.span(expr), walk.turn);
    }
    if (wraps) behind_hook(walk, runner, "wrap_model", own);
    own.proven = own.proven || proves;
    if (proves && own.point.guard.answer({Question::Kind::kDevice, "cuda"}) == false)
      own.alive = false;  // it raises, and a handler goes on
    one = under(std::move(one), callee.guard);
    if (!knows_all) stand_for_all(one, callee.guard);
    if (!one.empty()) out = out.empty() ? std::move(one) : either_result(std::move(out), one);
    if (!is_one) after = meet(std::move(after), own);
  }
  // What all of them share holds behind them; a guard of one does not.
  if (!is_one) state = std::move(after);
  for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
    const syntax::Expr& argument = *expr.arguments[i].value;
    const bool is_place = argument.kind == ExprKind::kName || argument.kind == ExprKind::kAttribute;
    if (!is_place || !passed[i] || !walk.changed.contains(passed[i])) continue;
    if (only_data(followed(walk, argument, state)) != passed[i]) continue;
    escape_containers(walk, data_of(passed[i], passed[i]->span));
    assign(walk, argument, unknown(walk.span(argument)), state);
  }
  return out.empty() ? unknown(walk.span(expr)) : out;
}

}  // namespace mmlint::script

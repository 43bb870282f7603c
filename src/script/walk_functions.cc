
#include "script/symbols.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

namespace mmlint::script {

using syntax::Parameter;

namespace {

constexpr std::size_t kMaxDepth = 20;  // of functions that call each other
// How often a function is walked, with other arguments or in another state; then it is unknown.
constexpr std::size_t kMostWalks = 60;

// The functions and the like among the arguments of a call, also inside lists and dicts, by their
// symbols.
std::vector<std::pair<Span, Symbol>> handed_over(const Givens& given) {
  std::vector<std::pair<Span, Symbol>> out;
  const std::function<void(const Value&, Span)> inside = [&](const Value& value, Span at) {
    if (value.kind == Value::Kind::kReference) out.emplace_back(at, Symbol(value.text()));
    for (const Value* item : value.items()) inside(*item, at);
    for (const Entry& entry : value.dict().entries()) inside(*entry.value, at);
  };
  for (const Given& each : given) {
    for (const Alternative& one : each.value) {
      if (one.is_symbol()) out.emplace_back(each.span, one.symbol());
      if (one.data()) inside(*one.data(), each.span);
    }
  }
  return out;
}

constexpr int kMaxDescent = 6;  // of a function that calls itself with the parts of what it has

// Whether a function that calls itself is given something that is known, such as a dict inside the
// dict that it has, or is called as the method of another object.
bool goes_down(const FunctionRef& function, const Givens* given,
               const std::vector<FunctionRef>& entered) {
  const auto is_own = [&](const FunctionRef& each) {
    return each.info == function.info && each.self == function.self;
  };
  if (!function.self.empty()) return std::ranges::none_of(entered, is_own);
  return given && !given->empty() && only_data(given->front().value);
}

// What the parameters of a function are where it is called.
Names parameters_of(Walk& walk, const FunctionRef& function, const Givens* given, State& state) {
  const syntax::Function& node = *function.info->node;
  const Span at{walk.program.module(function.info->module).document->source().id(), node.begin,
                node.end};
  const bool open = !given || std::ranges::any_of(*given, [](const Given& each) {
    return each.stars != 0 && each.name.empty();
  });
  Names names;
  std::vector<bool> used(given ? given->size() : 0);
  std::size_t position = 0;
  for (const Parameter& parameter : node.parameters) {
    if (parameter.kind == Parameter::Kind::kStar || parameter.kind == Parameter::Kind::kDoubleStar)
      continue;
    std::optional<Alternatives> value;
    const bool by_position = parameter.kind != Parameter::Kind::kKeywordOnly;
    std::size_t i = 0;
    for (std::size_t g = 0; given && g < given->size(); ++g) {
      const Given& each = (*given)[g];
      const bool positional = each.name.empty() && each.stars == 0;
      if (positional ? by_position && i++ == position : each.name == parameter.name) {
        value = each.value;
        if (each.optional && parameter.default_value)
          value = either(std::move(*value), script::value(walk, *parameter.default_value, state));
        used[g] = true;
      }
    }
    ++position;
    if (!value) {  // the default is used
      value = parameter.default_value ? script::value(walk, *parameter.default_value, state)
                                      : unknown(at);
      if (open && given && parameter.default_value) {
        // Whether the caller's dict has the key is asked of each call for itself.
        const Question is_given{
            Question::Kind::kAttribute,
            "**" + std::to_string(given->front().span.begin) + "." + std::string(parameter.name)};
        *value = under(std::move(*value), answer_of(is_given).if_fails);
        value = either(std::move(*value), under(unknown(at), answer_of(is_given).if_holds));
      } else if (open && parameter.default_value) {
        value = either(std::move(*value), unknown(at));
      }
    }
    names.set(std::string(parameter.name), std::move(*value));
  }
  // What *args and **kwargs gather.
  for (const Parameter& parameter : node.parameters) {
    const bool dict = parameter.kind == Parameter::Kind::kDoubleStar;
    if (!dict && parameter.kind != Parameter::Kind::kStar) continue;
    Value* rest = walk.out.pool->make(dict ? Value::Kind::kDict : Value::Kind::kTuple, at);
    for (std::size_t g = 0; given && g < given->size(); ++g) {
      const Given& each = (*given)[g];
      if (used[g] || each.stars != 0 || each.name.empty() == dict) continue;
      const Span each_at = each.value.front().at;
      if (dict)
        rest->edit_dict().set(walk.out.pool->string(walk.out.pool->keep(each.name), each.span),
                              part(walk, each.value, each_at, at),
                              walk.out.pool->origin({each.span, each_at}));
      else
        rest->edit_items().push_back(part(walk, each.value, each_at, at));
    }
    const bool is_unknown = open || (given && std::ranges::any_of(*given, [&](const Given& each) {
                                       return each.stars != 0 && each.name == parameter.name;
                                     }));
    if (is_unknown) escape_containers(walk, data_of(rest, at));
    names.set(std::string(parameter.name), is_unknown ? unknown(at) : data_of(rest, at));
  }
  return names;
}

// What a call of a generator returns. Of what it yields, only objects of the project are kept:
// other values may differ from turn to turn.
Alternatives generator(Walk& walk, const FunctionInfo& info, const Alternatives& yields,
                       State& state) {
  const Span at = walk.span(info.node->begin, info.node->end);
  const Symbol name = Symbol::generator(info.module, info.node->begin);
  Alternatives items;
  for (const Alternative& each : yields) {
    const bool own = each.is_symbol() && walk.program.class_of(each.symbol()) != nullptr;
    if (!own) escape(walk, {each});
    items = either(std::move(items), own ? Alternatives{each} : symbol(Symbol::turn(), at));
  }
  const Symbol item = name.item();
  const Alternatives* known = state.attributes.find(item);
  state.attributes.set(item, known ? either(*known, items) : items);
  return symbol(name, at);
}

Alternatives walk_function(Walk& walk, const FunctionRef& function, Names parameters,
                           State& state) {
  const FunctionInfo& info = *function.info;
  Frame frame;
  frame.kind = Frame::Kind::kFunction;
  frame.module = info.module;
  frame.number = ++walk.frames;
  frame.owner = info.owner;
  frame.self = function.self;
  frame.sites = function.sites;
  if (function.closure >= 0) {
    const Closure& closure = walk.closures[static_cast<std::size_t>(function.closure)];
    frame.around = closure.names;
    // The function around it is still running, and may have changed its variables.
    if (walk.frame && closure.frame == walk.frame->number) {
      for (const auto& [name, value] : state.locals.all()) frame.around.set(name, value);
    }
  }
  if (const auto& all = info.node->parameters; frame.self.empty() && !all.empty()) {
    const Alternatives* first = parameters.find(all.front().name);
    const Alternative* one = first ? only_symbol(*first) : nullptr;
    if (one && !info.owner.empty() && walk.program.class_of(one->symbol())) {
      frame.self = one->symbol();
      frame.sites = one->sites;
    }
  }
  walk.entered.push_back(function);
  const ProgramPoint before = state.point;
  // What the caller knows comes back when the function is done.
  std::swap(state.locals, parameters);
  Frame* outer = std::exchange(walk.frame, &frame);
  const int detours = walk.detours;
  walk.detours += outer && outer->has_detour() ? 1 : 0;
  const Span at = walk.span(info.node->begin, info.node->end);
  frame.statement = outer ? outer->statement : at;
  state.point.no_gradients =
      before.no_gradients || (!info.manages_context && !info.node->decorators.empty());
  block(walk, info.node->body, state);
  Alternatives value = std::move(frame.exits.value);
  const bool generates = info.node->is_generator;
  if (state.alive && !generates) {
    Alternatives none = data_of(walk.out.pool->none(at), at);
    none.front().guard = state.point.guard;
    value = value.empty() ? std::move(none) : either(std::move(value), none);
  }
  for (const State& left : frame.exits.states) state = meet(std::move(state), left);
  if (info.manages_context && !frame.exits.yields.empty()) {
    // What follows happens behind the `with`, which is walked from here.
    const bool has_no_group = state.alive && state.point.group == OnPaths::kNone;
    state = frame.exits.yields.front();
    for (const State& other : frame.exits.yields) state = meet(std::move(state), other);
    if (has_no_group && state.point.group == OnPaths::kAll)
      state.attributes.set(group_end(), data_of(walk.out.pool->boolean(true, at), at));
  }
  for (const int number : frame.closures)
    walk.closures[static_cast<std::size_t>(number)].names.meet(state.locals);
  state.point.leave(before);
  if (!info.manages_context) state.point.no_gradients = before.no_gradients;
  walk.frame = outer;
  walk.detours = detours;
  std::swap(state.locals, parameters);
  walk.entered.pop_back();
  const bool iterates = generates && !info.manages_context && !value.empty();
  if (iterates) return generator(walk, info, value, state);
  const bool later = generates ? !info.manages_context : info.node->is_async;
  if (later) escape(walk, value);
  return value.empty() || later ? unknown(at) : value;
}

}  // namespace

Alternatives enter(Walk& walk, const FunctionRef& function, const Givens* given, State& state) {
  const FunctionInfo& info = *function.info;
  const syntax::Function& node = *info.node;
  const Span at{walk.program.module(info.module).document->source().id(), node.begin, node.end};
  const auto is_same = [&](const FunctionRef& each) {
    return each.info == function.info && each.closure == function.closure;
  };
  const auto again = std::ranges::count_if(walk.entered, is_same);
  const bool descends = again < kMaxDescent && goes_down(function, given, walk.entered);
  if (again != 0 && !descends) walk.record.recursion(at);
  if ((again != 0 && !descends) || walk.entered.size() >= kMaxDepth || !walk.spend(state.size())) {
    if (given) escape(walk, *given);
    return unknown(at);
  }
  Givens of_command_line;  // main() of a command gets its options
  if (given && given->empty() && is_command(node)) {
    of_command_line = options_of(walk, node, state);
    given = &of_command_line;
  }
  FunctionRef bound = function;
  if (!given && bound.self.empty() && !info.owner.empty() &&
      info.kind != FunctionInfo::Kind::kStatic)
    bound.self = info.kind == FunctionInfo::Kind::kClass ? info.owner : info.owner.instance();
  Names parameters;
  {
    // Defaults are computed where the function stands.
    Frame there;
    there.module = info.module;
    there.number = walk.frame ? walk.frame->number : 0;
    if (function.closure >= 0)
      there.around = walk.closures[static_cast<std::size_t>(function.closure)].names;
    there.statement = walk.frame ? walk.frame->statement : at;
    Frame* outer = std::exchange(walk.frame, &there);
    Names locals;
    std::swap(state.locals, locals);
    Givens with_self;
    if (given && !bound.self.empty()) {
      with_self = *given;
      with_self.insert(with_self.begin(), {"", 0, symbol(bound.self, at, bound.sites), at});
      given = &with_self;
    }
    parameters = parameters_of(walk, bound, given, state);
    std::swap(state.locals, locals);
    walk.frame = outer;
  }
  if (!given && !bound.self.empty() && !node.parameters.empty())
    parameters.set(std::string(node.parameters.front().name), symbol(bound.self, at));
  walk.walked[function.info] += 1;
  if (state.point.reached) walk.covered.insert(at);
  const bool is_active =
      function.closure >= 0 && walk.frame &&
      walk.closures[static_cast<std::size_t>(function.closure)].frame == walk.frame->number;
  if (!is_active) {
    if (const CallMemo::Result* known = walk.memo.find(function, parameters, state)) {
      if (known->after.point.group != state.point.group) ++walk.groups;
      Names locals = state.locals;
      Alternatives value = known->value;
      state = known->after;
      state.locals = std::move(locals);
      return value;
    }
  }
  if (walk.walked[function.info] > kMostWalks) {
    for (const auto& [name, value] : parameters.all()) escape(walk, value);
    return unknown(at);
  }
  CallMemo::Result result{function.closure, parameters, state, {}, {}};
  result.value = walk_function(walk, bound, std::move(parameters), state);
  if (given && !node.decorators.empty())
    run_commands(walk, Symbol::function(info.module, node.begin), state);
  if (is_active) return result.value;
  result.before.locals = {};
  result.after = state;
  result.after.locals = {};
  Alternatives value = result.value;
  walk.memo.add(function, std::move(result));
  return value;
}

// Calls a method of an object of the project; unknown if it has none of that name.
Alternatives call_method(Walk& walk, const Alternative& object, std::string_view name,
                         const Givens& given, State& state) {
  const Span at = walk.frame->statement;
  FunctionInfo* info = walk.program.method(object.symbol().class_of(), name);
  if (!info) return unknown(at);
  return enter(walk, {info, info->closure, object.symbol(), object.sites}, &given, state);
}

// What is handed to somebody else may be called there: mp.spawn(main_worker, ...).
void hand_over(Walk& walk, Symbol callee, const Givens& given, State& state) {
  if (is_builtin(callee.text()) || callee.is_inside("functools")) return;
  if (callee.is_method(Symbol::Kind::kParser, "set_defaults"))
    return;  // what it keeps is called later
  // A missing key makes an object of the class.
  const Alternative* made = given.empty() ? nullptr : only_symbol(given.front().value);
  if (callee == "collections.defaultdict" && made && walk.program.class_of(made->symbol()) &&
      state.point.reached)
    walk.constructed.insert(made->symbol());
  bool ends = false;  // the started function raises on each path
  for (const auto& handed : handed_over(given)) {
    const Span at = handed.first;
    const Bound* bound = leave_to_others(walk, handed.second);
    const Alternative* behind = bound ? only_symbol(bound->callee) : nullptr;
    const auto function = walk.program.function(behind ? behind->symbol() : handed.second);
    if (!function) continue;
    const Givens first = bound ? bound->given : Givens();
    State own = state;
    // What the started function is given is called by that, if anywhere.
    const bool is_passed = is_passed_on(callee, given, at);
    if (is_passed && (ends || walk.walked.count(function->info) != 0)) continue;
    auto calls =
        is_passed ? std::vector<Givens>() : called_back(walk, callee, *function->info, given, own);
    if (calls.empty()) enter(walk, *function, bound ? &first : nullptr, own);
    for (Givens& each : calls) {
      each.insert(each.begin(), first.begin(), first.end());
      State one = own;
      enter(walk, *function, &each, one);
      ends = ends || !one.alive;
    }
  }
}

}  // namespace mmlint::script

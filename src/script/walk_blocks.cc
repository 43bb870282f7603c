
#include "script/forms.h"
#include "script/numbers.h"
#include "script/symbols.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

constexpr std::string_view kContexts = "<contexts>";  // of a contextlib.ExitStack: those in it
constexpr std::size_t kMostTurns = 8;  // of loops inside of each other that are walked one by one

std::string_view package_of(std::string_view module) {
  return module.substr(0, module.find('.'));
}

// The package that a body begins with importing; empty if it does not.
std::string imported_first(syntax::Block body) {
  if (body.empty()) return "";
  const Stmt& first = *body.front();
  if (first.kind == StmtKind::kImport)
    return std::string(package_of(as<syntax::Import>(first).names.front().name));
  if (first.kind != StmtKind::kImportFrom || as<syntax::ImportFrom>(first).level != 0) return "";
  return std::string(package_of(as<syntax::ImportFrom>(first).module));
}

// What a generator yields, see generator() in walk_functions.cc; null for anything else.
const Alternatives* yielded_by(const Alternatives& value, const State& state) {
  const Alternative* made = only_symbol(value);
  return made ? state.attributes.find(made->symbol().item()) : nullptr;
}

// Whether a handler binds something, so that the next turn of a loop may do better.
bool sets_something(const syntax::Handler& handler) {
  return std::ranges::any_of(handler.body,
                             [](const Stmt* each) { return each->kind == StmtKind::kAssign; });
}

// Whether `suppress(A, B)` names a class of what fails on a device, or of what the test is about.
bool suppresses_failures(const Expr& context,
                         bool (*catches)(const Expr* type) = catches_failures) {
  if (context.kind != syntax::ExprKind::kCall) return true;
  const auto& all = as<syntax::Call>(context).arguments;
  return std::ranges::any_of(all,
                             [&](const syntax::Argument& each) { return catches(each.value); });
}

// The begin of a handler: its `except`.
std::uint32_t begin_of(const Walk& walk, const syntax::Handler& handler) {
  const std::uint32_t inside = handler.type ? handler.type->begin : handler.body.front()->begin;
  const std::size_t at = walk.document()->source().bytes().rfind("except", inside);
  return at == std::string_view::npos ? inside : static_cast<std::uint32_t>(at);
}

// Does what ends a `with` or a `try` in the states of the paths that return from inside of it,
// which are those from `first` on.
template <class End>
void on_return(Walk& walk, std::size_t first, const End& end) {
  const std::size_t last = walk.frame->exits.states.size();  // it may return on its own
  for (std::size_t i = first; i < last && walk.spend(1); ++i) {
    State own = walk.frame->exits.states[i];
    end(own);
    walk.frame->exits.states[i] = std::move(own);
  }
}

// Turns the state before an attempt into the state in its body.
void begin_attempt(Attempt attempt, Recorder& record, State& state) {
  attempt.around = state.point.handled_by;
  record.attempt(attempt);
  state.point.handled = true;
  state.point.handled_by = attempt.body;
}

}  // namespace

void loop(Walk& walk, const syntax::For& stmt, State& state) {
  const Alternatives items = followed(walk, *stmt.iterable, state);
  const Value* list = only_data(items);
  const Expr& source = iterated(*stmt.iterable);
  const Alternative* one = only_symbol(items);
  if (!list && !(one && one->symbol() == "range()"))
    walk.record.loop({&source == stmt.iterable ? items : value(walk, source, state),
                      walk.span(stmt.begin, stmt.end), state.point});
  std::vector<const Value*> known;
  if (list) known.assign(list->items().begin(), list->items().end());
  for (const Entry& entry : list ? list->dict().entries() : std::span<const Entry>())
    known.push_back(entry.key);
  const std::size_t size = known.size();
  if (!list || size > kMaxAlternatives) escape_containers(walk, items);
  std::vector<Alternatives> turns;
  for (std::size_t i = 0; i < size && size <= kMaxAlternatives; ++i)
    turns.push_back(alternatives_of(walk, *known[i], known[i]->span));
  const Alternatives* yielded = yielded_by(items, state);
  if (turns.empty())
    turns.push_back(yielded ? *yielded : symbol(Symbol::turn(), walk.span(*stmt.iterable)));
  // Each turn is walked for itself, unless that multiplies the work.
  const bool unrolls = turns.size() * walk.turns <= kMostTurns;
  for (std::size_t i = 1; i < turns.size() && !unrolls; ++i)
    turns.front() = either(std::move(turns.front()), turns[i]);
  if (!unrolls) turns.resize(1);
  // range(torch.cuda.device_count()) has no turn where there is no card.
  const Truth any = truth(items);
  if (!any.can_hold) return block(walk, stmt.otherwise, state);
  const Guard inside = list ? Guard() : any.if_holds;
  const bool each = unrolls && size != 0 && size <= kMaxAlternatives;
  const Turns how = each ? Turns::kEach : size != 0 ? Turns::kSome : Turns::kNoneOrMore;
  loop(walk, stmt.target, turns, how, inside, stmt.body, stmt.otherwise, state);
}

void loop(Walk& walk, const Expr* target, const std::vector<Alternatives>& items, Turns how,
          const Guard& inside, syntax::Block body, syntax::Block otherwise, State& state) {
  const State before = state;
  state.assume(inside);
  Exits breaks;
  if (!body.empty()) breaks.body = walk.span(body.front()->begin, body.back()->end);
  walk.frame->loops.push_back(&breaks);
  ++walk.loops;
  walk.frame->rolled += how == Turns::kEach ? 0 : 1;
  walk.turns *= items.size();
  const int outer = walk.turn;
  for (const Alternatives& item : items) {
    if (how == Turns::kEach && items.size() > 1) walk.turn = ++walk.last_turn;
    if (!state.alive || !walk.spend(state.size())) break;
    if (target) assign(walk, *target, item, state);
    Exits turns;
    walk.frame->turns.push_back(&turns);
    block(walk, body, state);
    walk.frame->turns.pop_back();
    for (const State& turn : turns.states) state = meet(std::move(state), turn);
  }
  walk.turn = outer;
  walk.turns /= items.size();
  --walk.loops;
  walk.frame->rolled -= how == Turns::kEach ? 0 : 1;
  walk.frame->loops.pop_back();
  if (how == Turns::kNoneOrMore) state = meet(std::move(state), before);
  block(walk, otherwise, state);
  for (const State& left : breaks.states) state = meet(std::move(state), left);
  state.point.leave(before.point);
}

void attempt(Walk& walk, const syntax::Try& stmt, State& state) {
  if (!walk.spend(state.size())) return;
  const State before = state;
  const auto handler_that = [&](const auto& test) {
    return std::ranges::find_if(stmt.handlers, [&](const auto& handler) {
      return catches_failures(handler.type) && test(handler);
    });
  };
  const auto none = stmt.handlers.end();
  const auto goes_on = handler_that([](const auto& handler) { return !raises(handler.body); });
  if (goes_on != none && !stmt.body.empty()) {
    const std::uint32_t end = stmt.body.back()->end;
    const bool again = walk.turns > 1 || (walk.loops > 0 && handler_that(sets_something) != none);
    const bool for_cuda = std::ranges::any_of(stmt.handlers, [](const auto& handler) {
      return may_catch_no_cuda(handler.type) && !raises(handler.body);
    });
    begin_attempt({walk.span(stmt.begin, end),
                   walk.span(begin_of(walk, *goes_on), stmt.end),
                   {},
                   again,
                   for_cuda},
                  walk.record, state);
  }
  const std::size_t returned = walk.frame->exits.states.size();
  const bool proven = std::exchange(state.proven, false);
  walk.tries += goes_on != none ? 1 : 0;
  const std::size_t groups = walk.groups;
  block(walk, stmt.body, state);
  walk.tries -= goes_on != none ? 1 : 0;
  State failed = before;  // at any place in the body
  if (state.alive) {
    State done = state;
    done.point.handled_as(before.point);
    failed = meet(std::move(failed), done);
  }
  if (const std::string module = imported_first(stmt.body); !module.empty()) {
    failed = before;  // most such bodies are an import and what follows from it
    Guard missing;
    missing.add({{Question::Kind::kModule, module}, false});
    failed.assume(missing);
  }
  if (walk.groups != groups) {
    Guard no_group;
    no_group.add({{Question::Kind::kGroupFailed}, true});
    failed.assume(no_group);
  }
  // Where there is no CUDA, what has needed it has raised, and a handler goes on.
  if (state.proven && std::ranges::any_of(stmt.handlers, handles_no_cuda))
    state.assume(state.known_guard());
  if (state.alive) block(walk, stmt.otherwise, state);
  state.proven = proven;
  state.point.handled_as(before.point);
  for (const syntax::Handler& handler : stmt.handlers) {
    State own = failed;
    own.point.handled_as(before.point);
    own.proven = proven;
    own.point.reached = before.point.reached && !is_aside(handler);
    if (handler.type) value(walk, *handler.type, own);
    if (!handler.name.empty()) bind_name(walk, handler.name, unknown(walk.frame->statement), own);
    ++walk.detours;
    block(walk, handler.body, own);
    --walk.detours;
    own.point.reached = before.point.reached;
    state = meet(std::move(state), own);
  }
  block(walk, stmt.finally, state);
  if (!stmt.finally.empty())
    on_return(walk, returned, [&](State& own) { block(walk, stmt.finally, own); });
}

// Calls a method without arguments where an expression is this object.
Alternatives call_method(Walk& walk, const Alternative& object, std::string_view name,
                         State& state) {
  State own = state;
  own.assume(object.guard);
  if (!own.alive) return {};
  Alternatives out = under(call_method(walk, object, name, {}, own), object.guard);
  State other = state;  // it is something else
  const auto conditions = object.guard.conditions();
  other.alive = std::ranges::any_of(conditions, [&](const Condition& each) {
    return state.point.guard.answer(each.question) != each.holds;
  });
  state = meet(std::move(own), other);
  return out;
}

namespace {

// What `with` binds to the name behind `as`.
Alternatives enter_contexts(Walk& walk, const Alternatives& contexts, State& state) {
  Alternatives out;
  for (const Alternative& each : contexts) {
    const bool is_own = walk.program.class_of(each.symbol()) != nullptr;
    out = either(std::move(out),
                 is_own ? call_method(walk, each, "__enter__", state) : Alternatives{each});
  }
  return out;
}

// Leaves the contexts that a contextlib.ExitStack has entered.
void leave_stack(Walk& walk, Symbol stack, State& state) {
  const Symbol contexts = stack.attribute(kContexts);
  const Alternatives* entered = state.attributes.find(contexts);
  for (const Alternative& each : entered ? Alternatives(*entered) : Alternatives()) {
    if (each.symbol() == group_end()) state.leave_group();
    if (walk.program.class_of(each.symbol()) && state.alive)
      call_method(walk, each, "__exit__", state);
  }
  state.attributes.erase(contexts);
}

}  // namespace

std::optional<Alternatives> call_stack(Walk& walk, Symbol name, const Givens& given, Span at,
                                       State& state) {
  const Symbol stack = name.owner();
  if (stack.callee() != "contextlib.ExitStack") return std::nullopt;
  if (name.name() == "close") leave_stack(walk, stack, state);
  if (name.name() != "enter_context" || given.size() != 1) return std::nullopt;
  const Symbol contexts = stack.attribute(kContexts);
  const Alternatives* before = state.attributes.find(contexts);
  Alternatives entered = either(before ? *before : Alternatives(), given.front().value);
  if (state.attributes.find(group_end())) entered = either(entered, symbol(group_end(), at));
  state.attributes.erase(group_end());
  state.attributes.set(contexts, std::move(entered));
  return enter_contexts(walk, given.front().value, state);
}

void with(Walk& walk, const syntax::With& stmt, State& state) {
  const bool without = state.point.no_gradients;
  bool suppresses = false, for_cuda = false, no_gradients = false;
  bool ends_group = false;
  Alternatives entered;  // objects of the project, and stacks of contexts
  for (const syntax::WithItem& item : stmt.items) {
    const Alternatives context = value(walk, *item.context, state);
    ends_group = ends_group || state.attributes.find(group_end());
    state.attributes.erase(group_end());
    const Alternative* made = only_symbol(context);
    const bool is_suppress = made && made->symbol() == "contextlib.suppress()";
    suppresses = suppresses || (is_suppress && suppresses_failures(*item.context));
    for_cuda = for_cuda || (is_suppress && suppresses_failures(*item.context, may_catch_no_cuda));
    no_gradients = no_gradients || std::ranges::any_of(context, [](const Alternative& each) {
                     const Symbol callee = each.symbol().callee();
                     return callee.is_method("no_grad") || callee.is_method("inference_mode");
                   });
    std::ranges::copy_if(context, std::back_inserter(entered), [&](const Alternative& each) {
      return walk.program.class_of(each.symbol()) || each.symbol() == "contextlib.ExitStack()";
    });
    const Alternatives target = enter_contexts(walk, context, state);
    if (item.target) assign(walk, *item.target, target, state);
  }
  const State before = state;  // the body may end at any place
  if (suppresses) {
    const std::uint32_t begin = stmt.body.front()->begin;
    begin_attempt(
        {walk.span(begin, stmt.end), walk.span(stmt.begin, begin), {}, walk.turns > 1, for_cuda},
        walk.record, state);
    ++walk.tries;
  }
  const std::size_t returned = walk.frame->exits.states.size();
  state.point.no_gradients = before.point.no_gradients || no_gradients;
  block(walk, stmt.body, state);
  state.point.no_gradients = without;
  if (suppresses) {
    --walk.tries;
    state.point.handled_as(before.point);
    state = meet(std::move(state), before);
  }
  const auto end = [&](State& own) {
    for (const Alternative& object : entered) {
      if (!walk.program.class_of(object.symbol()))
        leave_stack(walk, object.symbol(), own);
      else if (own.alive)
        call_method(walk, object, "__exit__", own);
    }
    if (ends_group) own.leave_group();
  };
  end(state);
  if (ends_group || !entered.empty()) on_return(walk, returned, end);
}

}  // namespace mmlint::script

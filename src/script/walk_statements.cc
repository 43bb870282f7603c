
#include "script/walk_statements.h"
#include "script/forms.h"
#include "script/numbers.h"
#include "script/symbols.h"
#include "script/walk_values.h"
#include "syntax/walk.h"
#include "value/scalar_text.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// Removes the conditions on questions of a kind that were not there before.
void forget_since(const Guard& before, Question::Kind kind, State& state) {
  state.point.guard.remove_if([&](const Condition& each) {
    return each.question.kind == kind && !before.answer(each.question);
  });
}

}  // namespace

void block(Walk& walk, syntax::Block block, State& state) {
  for (const Stmt* stmt : block) {
    if (!state.alive || !walk.spend(1)) return;
    statement(walk, *stmt, state);
  }
}

namespace {

// Records what ends a loop of the function, or a turn of it.
void leave_loop(Walk& walk, const Stmt& stmt, const State& state) {
  const auto& loops = walk.frame->loops;
  if (loops.empty() || !state.alive) return;
  const Span at = walk.frame->statement;
  Span skipped = (stmt.kind == StmtKind::kReturn ? loops.front() : loops.back())->body;
  if (stmt.kind == StmtKind::kContinue) skipped.begin = at.end;
  walk.record.loop_exit({at, skipped, state.point});
}

// What may end the path.
void leave(Walk& walk, const Stmt& stmt, State& state) {
  const Span at = walk.frame->statement;
  switch (stmt.kind) {
    case StmtKind::kReturn: {
      const Expr* returned = as<syntax::Return>(stmt).value;
      Alternatives alternatives = returned ? script::returned(walk, *returned, state)
                                           : data_of(walk.out.pool->none(at), at);
      leave_loop(walk, stmt, state);
      if (walk.frame->kind == Frame::Kind::kFunction && state.alive) {
        for (Alternative& each : alternatives) each.guard.add(state.known_guard());
        Alternatives& all = walk.frame->exits.value;
        all = all.empty() ? std::move(alternatives) : either(std::move(all), alternatives);
        walk.frame->exits.states.push_back(state);
      }
      state.alive = false;
      break;
    }
    case StmtKind::kRaise:
      if (const Expr* raised = as<syntax::Raise>(stmt).value) value(walk, *raised, state);
      if (state.alive) fail(walk, Failure::Kind::kRaise, at, {}, state.point);
      state.alive = false;
      break;
    case StmtKind::kAssert: {
      const Truth truth = condition(walk, *as<syntax::Assert>(stmt).condition, state);
      ProgramPoint stopped = state.point;
      stopped.open = stopped.open || state.leaves_open(truth, false);
      if (truth.can_fail) fail(walk, Failure::Kind::kAssertion, at, truth.if_fails, stopped);
      if (truth.can_hold) {
        for (const Guard& guard : truth.surely_fails())
          fail(walk, Failure::Kind::kAssertion, at, guard, state.point);
      }
      if (!truth.can_hold) state.alive = false;
      const Guard before = state.point.guard;
      state.assume(truth.if_holds);
      // Every run that goes on has passed: that something equals a text decides nothing behind it.
      forget_since(before, Question::Kind::kEquals, state);
      forget_since(before, Question::Kind::kGiven, state);
      break;
    }
    case StmtKind::kBreak:
    case StmtKind::kContinue: {
      auto& exits = stmt.kind == StmtKind::kBreak ? walk.frame->loops : walk.frame->turns;
      leave_loop(walk, stmt, state);
      if (!exits.empty()) exits.back()->states.push_back(state);
      state.alive = false;
      break;
    }
    case StmtKind::kUnsupported:
      walk.out.skips = true;
      break;
    default:
      break;
  }
}

// Whether a number is computed from what the name had before, such as in the turn before:
// bad = 0 if better else bad + 1
bool counts(const syntax::Assign& assignment, const Alternatives& value) {
  const Expr& target = *assignment.targets.front();
  const bool are_numbers = std::ranges::all_of(
      value, [](const Alternative& each) { return each.data() && is_number(*each.data()); });
  if (assignment.targets.size() != 1 || target.kind != syntax::ExprKind::kName || !are_numbers)
    return false;
  bool out = false;
  syntax::for_each_expr(assignment, [&](const Expr& each) {
    if (each.kind != syntax::ExprKind::kBinary) return;
    const auto& binary = as<syntax::Binary>(each);
    const std::string_view name = as<syntax::Name>(target).id;
    out = out || syntax::id_of(*binary.left) == name || syntax::id_of(*binary.right) == name;
  });
  return out;
}

void simple(Walk& walk, const Stmt& stmt, State& state) {
  const Span at = walk.frame->statement;
  switch (stmt.kind) {
    case StmtKind::kExpression:
      walk.frame->whole = as<syntax::ExpressionStmt>(stmt).value;
      value(walk, *walk.frame->whole, state);
      break;
    case StmtKind::kAssign: {
      const auto& assignment = as<syntax::Assign>(stmt);
      if (assign_pairs(walk, assignment, state)) break;
      Alternatives alternatives = followed(walk, *assignment.value, state);
      if (walk.frame->rolled > 0 && counts(assignment, alternatives))
        alternatives = either(std::move(alternatives), symbol(Symbol::turn(), at));
      for (const Expr* target : assignment.targets) assign(walk, *target, alternatives, state);
      break;
    }
    case StmtKind::kAnnotated: {
      const auto& assignment = as<syntax::Annotated>(stmt);
      if (assignment.value)
        assign(walk, *assignment.target, followed(walk, *assignment.value, state), state);
      break;
    }
    case StmtKind::kAugmented: {
      const auto& assignment = as<syntax::Augmented>(stmt);
      const Alternatives more = value(walk, *assignment.value, state);
      // Another value in each turn, of what stays from one call to the next also in those of
      // callers.
      const bool stays = assignment.target->kind == syntax::ExprKind::kAttribute;
      if (!walk.frame->turns.empty() || (stays && walk.loops > 0))
        return assign(walk, *assignment.target, symbol(Symbol::turn(), at), state);
      const Alternatives before = value(walk, *assignment.target, state);
      for (const Guard& guard : zero_divisions(assignment.op, more))
        fail(walk, Failure::Kind::kDivision, at, guard, state.point);
      assign(walk, *assignment.target, arithmetic(assignment.op, before, more, at, *walk.out.pool),
             state);
      break;
    }
    case StmtKind::kDelete:
      for (const Expr* target : as<syntax::Delete>(stmt).targets) remove(walk, *target, state);
      break;
    case StmtKind::kImport:
      bind_imports(walk, as<syntax::Import>(stmt), state);
      break;
    case StmtKind::kImportFrom:
      bind_imports(walk, as<syntax::ImportFrom>(stmt), state);
      break;
    case StmtKind::kGlobal:
      for (const std::string_view name : as<syntax::Scope>(stmt).names)
        walk.frame->global_names.emplace(name);
      break;
    default:
      leave(walk, stmt, state);
      break;
  }
}

void branch(Walk& walk, const syntax::If& stmt, State& state) {
  const Truth truth = condition(walk, *stmt.condition, state);
  if (!state.alive || !walk.spend(state.size())) return;
  const ProgramPoint before = state.point;
  State otherwise = state;
  otherwise.enter_branch(truth, false);
  state.enter_branch(truth, true);
  if (truth.fails_by.size() > 1) otherwise.point.ways = truth.fails_by;
  if (truth.holds_by.size() > 1) state.point.ways = truth.holds_by;
  state.alive = truth.can_hold;
  if (state.alive) state.assume(truth.if_holds);
  if (state.alive && truth.can_fail && raises(stmt.then)) {
    for (const Guard& guard : truth.surely_holds()) {
      State stopped = state;
      if (!stopped.point.guard.add(guard)) continue;
      stopped.point.open = before.open;
      stopped.point.open_where = before.open_where;
      block(walk, stmt.then, stopped);
    }
  }
  // `if args.device == 'cuda' and not torch.cuda.is_available(): args.device = 'cpu'`: the default
  // stays only where CUDA is. A branch that changes nothing, or that ends the run, corrects
  // nothing.
  const bool answers = truth.usual != nullptr;
  if (answers && !stmt.otherwise.empty() && !raises(stmt.otherwise) &&
      !truth.usual->if_holds.conditions().empty())
    narrow_option(state, walk.frame->module, truth.option, truth.usual->if_holds);
  const std::size_t returns = walk.frame->exits.states.size();
  const State entered = answers ? state : State();
  block(walk, stmt.then, state);
  const bool leaves = !walk.frame->loops.empty() || walk.frame->exits.states.size() != returns;
  const bool changes =
      answers && state.alive && !(state.is_like(entered) && state.locals.shares(entered.locals));
  if (answers && (leaves || changes) && !truth.usual->if_fails.conditions().empty())
    narrow_option(otherwise, walk.frame->module, truth.option, truth.usual->if_fails);
  otherwise.alive = truth.can_fail;
  if (otherwise.alive) otherwise.assume(truth.if_fails);
  block(walk, stmt.otherwise, otherwise);
  state = meet(std::move(state), otherwise);
  // Who has to give an option gives it, and a run that goes on has what it imports.
  if (raises(stmt.then) || raises(stmt.otherwise)) {
    if (answers) forget_since(before.guard, Question::Kind::kGiven, state);
    if (!before.open) forget_since(before.guard, Question::Kind::kModule, state);
  }
  state.point.open = before.open;
  state.point.open_where = before.open_where;
  state.point.ways = before.ways;
}

}  // namespace

void statement(Walk& walk, const Stmt& stmt, State& state) {
  walk.frame->statement = walk.span(stmt.begin, stmt.end);
  walk.frame->whole = nullptr;
  switch (stmt.kind) {
    case StmtKind::kIf:
      return branch(walk, as<syntax::If>(stmt), state);
    case StmtKind::kFor:
      return loop(walk, as<syntax::For>(stmt), state);
    case StmtKind::kWhile: {
      const auto& each = as<syntax::While>(stmt);
      const Truth truth = condition(walk, *each.condition, state);
      if (truth.can_hold)
        loop(walk, nullptr, {{}}, truth.can_fail ? Turns::kNoneOrMore : Turns::kSome,
             truth.if_holds, each.body, each.otherwise, state);
      return;
    }
    case StmtKind::kTry:
      return attempt(walk, as<syntax::Try>(stmt), state);
    case StmtKind::kMatch:
      return match(walk, as<syntax::Match>(stmt), state);
    case StmtKind::kWith:
      return with(walk, as<syntax::With>(stmt), state);
    case StmtKind::kFunction:
      return define(walk, as<syntax::Function>(stmt), state);
    case StmtKind::kClass:
      return define(walk, as<syntax::Class>(stmt), state);
    default:
      return simple(walk, stmt, state);
  }
}

void fail(Walk& walk, Failure::Kind kind, Span at, const Guard& guard, const ProgramPoint& point) {
  Failure failure{kind, at, point};
  // Who has returned before on a condition of which nothing is known does not get here.
  const auto& returned = walk.frame->exits.states;
  failure.point.open = point.open || std::ranges::any_of(returned, [](const State& each) {
                         return each.point.open;
                       });
  if (failure.point.guard.add(guard)) walk.record.failure(std::move(failure));
}

}  // namespace mmlint::script

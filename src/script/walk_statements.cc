#include <algorithm>
#include <utility>

#include "script/forms.h"
#include "script/numbers.h"
#include "script/symbols.h"
#include "script/walker.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

void Walker::block(syntax::Block block, State& state) {
  for (const Stmt* stmt : block) {
    if (!state.alive || !spend(1)) return;
    statement(*stmt, state);
  }
}

void Walker::statement(const Stmt& stmt, State& state) {
  frame_->statement = span(stmt.begin, stmt.end);
  frame_->whole = nullptr;
  switch (stmt.kind) {
    case StmtKind::kIf:
      return branch(as<syntax::If>(stmt), state);
    case StmtKind::kFor:
      return loop(as<syntax::For>(stmt), state);
    case StmtKind::kWhile: {
      const auto& each = as<syntax::While>(stmt);
      const Truth truth = condition(*each.condition, state);
      if (truth.can_hold)
        loop(nullptr, {{}}, truth.can_fail ? Turns::kNoneOrMore : Turns::kSome, truth.if_holds,
             each.body, each.otherwise, state);
      return;
    }
    case StmtKind::kTry:
      return attempt(as<syntax::Try>(stmt), state);
    case StmtKind::kMatch:
      return match(as<syntax::Match>(stmt), state);
    case StmtKind::kWith:
      return with(as<syntax::With>(stmt), state);
    case StmtKind::kFunction:
      return define(as<syntax::Function>(stmt), state);
    case StmtKind::kClass:
      return define(as<syntax::Class>(stmt), state);
    default:
      return simple(stmt, state);
  }
}

void Walker::simple(const Stmt& stmt, State& state) {
  const Span at = frame_->statement;
  switch (stmt.kind) {
    case StmtKind::kExpression:
      frame_->whole = as<syntax::ExpressionStmt>(stmt).value;
      value(*frame_->whole, state);
      break;
    case StmtKind::kAssign: {
      const auto& assignment = as<syntax::Assign>(stmt);
      if (assign_pairs(assignment, state)) break;
      const Alternatives alternatives = value(*assignment.value, state);
      for (const Expr* target : assignment.targets) assign(*target, alternatives, state);
      break;
    }
    case StmtKind::kAnnotated: {
      const auto& assignment = as<syntax::Annotated>(stmt);
      if (assignment.value) assign(*assignment.target, value(*assignment.value, state), state);
      break;
    }
    case StmtKind::kAugmented: {
      const auto& assignment = as<syntax::Augmented>(stmt);
      const Alternatives more = value(*assignment.value, state);
      if (!frame_->turns.empty())  // another value in each turn
        return assign(*assignment.target, symbol(Symbol::turn(), at), state);
      const Alternatives before = value(*assignment.target, state);
      for (const Guard& guard : zero_divisions(assignment.op, more))
        fail(Failure::Kind::kDivision, at, guard, state);
      assign(*assignment.target, arithmetic(assignment.op, before, more, at, *out_.pool), state);
      break;
    }
    case StmtKind::kDelete:
      for (const Expr* target : as<syntax::Delete>(stmt).targets) remove(*target, state);
      break;
    case StmtKind::kImport:
      bind_imports(as<syntax::Import>(stmt), state);
      break;
    case StmtKind::kImportFrom:
      bind_imports(as<syntax::ImportFrom>(stmt), state);
      break;
    case StmtKind::kGlobal:
      for (const std::string_view name : as<syntax::Scope>(stmt).names)
        frame_->global_names.emplace(name);
      break;
    default:
      leave(stmt, state);
      break;
  }
}

// What may end the path.
void Walker::leave(const Stmt& stmt, State& state) {
  const Span at = frame_->statement;
  switch (stmt.kind) {
    case StmtKind::kReturn: {
      const Expr* returned = as<syntax::Return>(stmt).value;
      Alternatives alternatives =
          returned ? this->returned(*returned, state) : data_of(out_.pool->none(at), at);
      if (frame_->kind == Frame::Kind::kFunction && state.alive) {
        for (Alternative& each : alternatives) each.guard.add(state.known_guard());
        Alternatives& all = frame_->exits.value;
        all = all.empty() ? std::move(alternatives) : either(std::move(all), alternatives);
        frame_->exits.states.push_back(state);
      }
      state.alive = false;
      break;
    }
    case StmtKind::kRaise:
      if (const Expr* raised = as<syntax::Raise>(stmt).value) value(*raised, state);
      if (state.alive) fail(Failure::Kind::kRaise, at, {}, state);
      state.alive = false;
      break;
    case StmtKind::kAssert: {
      const Truth truth = condition(*as<syntax::Assert>(stmt).condition, state);
      if (truth.can_fail) fail(Failure::Kind::kAssertion, at, truth.if_fails, state);
      if (!truth.can_hold) state.alive = false;
      const Guard before = state.point.guard;
      state.assume(truth.if_holds);
      // Every run that goes on has passed: that something equals a text decides nothing behind it.
      for (const Condition& each : truth.if_holds.conditions()) {
        const bool is_text = each.question.kind == Question::Kind::kEquals;
        if (is_text && !before.answer(each.question)) state.point.guard.forget(each.question);
      }
      break;
    }
    case StmtKind::kBreak:
    case StmtKind::kContinue: {
      auto& exits = stmt.kind == StmtKind::kBreak ? frame_->loops : frame_->turns;
      if (!exits.empty()) exits.back()->states.push_back(state);
      state.alive = false;
      break;
    }
    case StmtKind::kUnsupported:
      out_.skips = true;
      break;
    default:
      break;
  }
}

void Walker::fail(Failure::Kind kind, Span at, const Guard& guard, const State& state) {
  Failure failure{kind, at, state.point};
  if (failure.point.guard.add(guard)) record_.failure(std::move(failure));
}

void Walker::branch(const syntax::If& stmt, State& state) {
  const Truth truth = condition(*stmt.condition, state);
  if (!state.alive || !spend(state.size())) return;
  const bool before = state.point.open;
  State otherwise = state;
  otherwise.point.open = before || state.leaves_open(truth, truth.if_fails);
  state.point.open = before || state.leaves_open(truth, truth.if_holds);
  state.alive = truth.can_hold;
  if (state.alive) state.assume(truth.if_holds);
  // `if args.device == 'cuda' and not torch.cuda.is_available(): args.device = 'cpu'`: the default
  // stays only where CUDA is. A branch that changes nothing, or that ends the run, corrects
  // nothing.
  const bool answers = truth.usual != nullptr;
  if (answers && !stmt.otherwise.empty() && !raises(stmt.otherwise) &&
      !truth.usual->if_holds.conditions().empty())
    narrow_option(state, frame_->module, truth.option, truth.usual->if_holds);
  const std::size_t returns = frame_->exits.states.size();
  const State entered = answers ? state : State();
  block(stmt.then, state);
  const bool leaves = !frame_->loops.empty() || frame_->exits.states.size() != returns;
  const bool changes =
      answers && state.alive && !(state.is_like(entered) && state.locals.shares(entered.locals));
  if (answers && (leaves || changes) && !truth.usual->if_fails.conditions().empty())
    narrow_option(otherwise, frame_->module, truth.option, truth.usual->if_fails);
  otherwise.alive = truth.can_fail;
  if (otherwise.alive) otherwise.assume(truth.if_fails);
  block(stmt.otherwise, otherwise);
  state = meet(std::move(state), otherwise);
  state.point.open = before;
}

}  // namespace mmlint::script

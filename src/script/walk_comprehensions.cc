
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

// Comprehensions and what else goes through items inside of an expression. A generator is walked
// where it is made: what takes its items follows at once.
namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

constexpr std::size_t kMostEntries = 64;  // of a dict that is computed

// The names that the targets of a comprehension hide while it runs.
class HiddenNames {
 public:
  HiddenNames(const Walk& walk, std::span<const syntax::ForClause> clauses, const State& state)
      : frame_(*walk.frame) {
    for (const syntax::ForClause& clause : clauses) hide(*clause.target, state);
  }
  // Returns the state behind the comprehension that has ended in `inside`.
  State restored(State inside) const {
    for (const auto& [name, before] : names_) {
      if (is_global(name) && before)
        inside.modules.set(frame_.module, name, *before);
      else if (is_global(name))
        inside.modules.erase(frame_.module, name);
      else if (before)
        inside.locals.set(name, *before);
      else
        inside.locals.erase(name);
    }
    return inside;
  }

 private:
  bool is_global(std::string_view name) const {
    return frame_.kind == Frame::Kind::kModule || frame_.global_names.count(name) != 0;
  }
  void hide(const Expr& target, const State& state) {
    if (target.kind == ExprKind::kStarred) hide(*as<syntax::Starred>(target).value, state);
    if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
      for (const Expr* item : as<syntax::Sequence>(target).items) hide(*item, state);
    }
    if (target.kind != ExprKind::kName) return;
    const std::string_view name = as<syntax::Name>(target).id;
    const Alternatives* before =
        is_global(name) ? state.modules.find(frame_.module, name) : state.locals.find(name);
    names_.emplace_back(name, before ? std::optional(*before) : std::nullopt);
  }

  const Frame& frame_;
  std::vector<std::pair<std::string, std::optional<Alternatives>>> names_;
};

// The list that is computed from the few items of another one, after which the state is `behind`;
// nullopt if a condition is open.
std::optional<Alternatives> mapped(Walk& walk, const syntax::Comprehension& expr,
                                   const Alternatives& from, State& behind) {
  const syntax::ForClause& clause = expr.clauses.front();
  const bool is_list = expr.what == syntax::ComprehensionKind::kList ||
                       expr.what == syntax::ComprehensionKind::kGenerator;
  const bool is_dict = expr.what == syntax::ComprehensionKind::kDict;
  if (expr.clauses.size() != 1 || from.size() != 1 || !(is_list || is_dict)) return std::nullopt;
  const auto items = items_of(walk, from.front(), walk.span(*clause.iterable), behind);
  if (!items || items->size() > (is_dict ? kMostEntries : kMaxAlternatives)) return std::nullopt;
  Value* out =
      walk.out.pool->make(is_dict ? Value::Kind::kDict : Value::Kind::kList, walk.span(expr));
  State own = behind;
  NumberedTurns turns(walk);
  for (const Alternatives& item : *items) {
    if (!walk.spend(own.size())) return std::nullopt;
    if (items->size() > 1) turns.next();
    assign(walk, *clause.target, item, own);
    Truth kept = known_truth(true);
    for (const Expr* each : clause.conditions) kept = both(kept, condition(walk, *each, own));
    if (kept.can_hold && kept.can_fail) return std::nullopt;
    if (!kept.can_hold) continue;
    const Span at = walk.span(*expr.value);
    Value* one = part(walk, followed(walk, *expr.value, own), at, out->span);
    const Value* key = is_dict ? only_data(value(walk, *expr.key, own)) : nullptr;
    if (!is_dict)
      out->edit_items().push_back(one);
    else if (key && hashable(*key))
      out->edit_dict().set(const_cast<Value*>(key), one,
                           walk.out.pool->origin({key->span, one->span}));
    else
      return std::nullopt;
  }
  behind = std::move(own);
  return under(data_of(out, walk.span(expr)), from.front().guard);
}

}  // namespace

Alternatives comprehension(Walk& walk, const syntax::Comprehension& expr, State& state) {
  const HiddenNames hidden(walk, expr.clauses, state);
  State own = state;
  Alternatives empty;  // where it has no turn
  for (const syntax::ForClause& clause : expr.clauses) {
    const Alternatives items = followed(walk, *clause.iterable, own);
    if (auto known = mapped(walk, expr, items, own)) {
      state = hidden.restored(std::move(own));
      return *known;
    }
    escape_containers(walk, items);
    const Truth any = truth(items);
    for (const Alternative& each : items) {
      const Value* known = each.data();
      const bool none = known &&
                        (known->kind == Value::Kind::kList || known->kind == Value::Kind::kTuple) &&
                        known->items().empty();
      if (none && expr.what == syntax::ComprehensionKind::kList)
        empty = under(
            data_of(walk.out.pool->make(Value::Kind::kList, walk.span(expr)), walk.span(expr)),
            each.guard);
    }
    if (!any.can_hold) return empty.empty() ? unknown(walk.span(expr)) : empty;
    own.assume(any.if_holds);
    Alternatives any_item = unknown(walk.span(*clause.iterable));
    if (const auto known = items_of_all(walk, items, walk.span(*clause.iterable), own)) {
      for (std::size_t i = 0; i < known->size() && i <= kMaxAlternatives; ++i)
        any_item = i == 0 ? (*known)[i] : either(std::move(any_item), (*known)[i]);
    }
    assign(walk, *clause.target, any_item, own);
    for (const Expr* condition : clause.conditions)
      own.assume(script::condition(walk, *condition, own).if_holds);
  }
  if (expr.key) value(walk, *expr.key, own);
  escape(walk, value(walk, *expr.value, own));
  Alternatives out = unknown(walk.span(expr));
  const Guard inside = own.point.guard;
  state = meet(std::move(state), hidden.restored(std::move(own)));  // none, one or more turns
  if (empty.empty()) return out;
  out.front().guard = inside;
  return either(std::move(out), empty);
}

// next(name for name in ('cuda', 'cpu') if works(name)): the first item for which the tests hold.
Alternatives first_of(Walk& walk, const syntax::Call& expr, State& state) {
  const Span at = walk.span(expr);
  const auto& generator = as<syntax::Comprehension>(*expr.arguments.front().value);
  const syntax::ForClause& clause = generator.clauses.front();
  const auto items = items_of_all(walk, value(walk, *clause.iterable, state), at, state);
  if (!items || items->size() > kMaxAlternatives) {
    comprehension(walk, generator, state);
    if (expr.arguments.size() > 1) value(walk, *expr.arguments[1].value, state);
    return unknown(at);
  }
  Alternatives out;
  const HiddenNames hidden(walk, generator.clauses, state);
  State behind = state;
  behind.alive = false;
  const auto add = [&](const Expr& found, State& there) {
    if (!there.alive) return;
    const Alternatives one = value(walk, found, there);
    out = either(std::move(out), under(one, there.point.guard));
    behind = meet(std::move(behind), there);
  };
  State own = state;  // where no item has been found yet
  for (const Alternatives& item : *items) {
    if (!own.alive || !walk.spend(own.size())) break;
    assign(walk, *clause.target, item, own);
    Truth all = known_truth(true);
    for (const Expr* test : clause.conditions) all = both(all, condition(walk, *test, own));
    State found = own;
    found.alive = all.can_hold;
    if (found.alive) found.assume(all.if_holds);
    add(*generator.value, found);
    own.alive = all.can_fail;
    if (own.alive) own.assume(all.if_fails);
  }
  if (expr.arguments.size() > 1) add(*expr.arguments[1].value, own);
  if (behind.alive) state = hidden.restored(std::move(behind));
  return out.empty() ? unknown(at) : out;
}

std::optional<Alternatives> next_of(Walk& walk, const syntax::Call& expr, State& state) {
  const bool is_next = expr.callee->kind == ExprKind::kName && !expr.arguments.empty() &&
                       as<syntax::Name>(*expr.callee).id == "next" &&
                       expr.arguments.front().value->kind == ExprKind::kComprehension;
  if (!is_next) return std::nullopt;
  const Span at = walk.span(expr);
  const Alternatives items = value(walk, *expr.arguments.front().value, state);
  Alternatives otherwise = unknown(at);
  if (expr.arguments.size() > 1) otherwise = value(walk, *expr.arguments[1].value, state);
  const Value* list = only_data(items);
  if (list && list->kind == Value::Kind::kList && !list->items().empty())
    return alternatives_of(walk, *list->items().front(), at);
  if (list && list->kind == Value::Kind::kList) return otherwise;
  escape(walk, items);
  escape(walk, otherwise);
  return unknown(at);
}

}  // namespace mmlint::script


#include "base/paths.h"
#include "script/forms.h"
#include "script/numbers.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"
#include "value/scalar_text.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

constexpr int kMaxDepth = 250;  // of nested expressions: each takes up to 14 KB of the stack

// Written as it is.
Alternatives of_literal(Value* value, Span at) {
  value->literal = true;
  return data_of(value, at);
}

constexpr std::size_t kMostItems = 64;  // of a list that is computed

bool is_sequence(const Value* value) {
  return value && (value->kind == Value::Kind::kList || value->kind == Value::Kind::kTuple);
}

// `a + b` of two lists, or `a * n`; null if it is neither, or not known.
const Value* sequence_of(syntax::Operator op, const Value* left, const Value* right, Span at,
                         Pool& pool) {
  if (!is_sequence(left) || !right) return nullptr;
  Value* out = pool.make(left->kind, at);
  if (op == syntax::Operator::kAdd && right->kind == left->kind) {
    out->edit_items().assign(left->items());
    out->edit_items().append(right->items());
    return out;
  }
  const bool counts =
      right->kind == Value::Kind::kBool || (right->kind == Value::Kind::kInt && !right->big);
  const std::int64_t times = counts ? int_of(*right) : 0;
  const auto most =
      static_cast<std::int64_t>(kMostItems / std::max<std::size_t>(left->items().size(), 1));
  if (op != syntax::Operator::kMultiply || !counts || times > most) return nullptr;
  for (std::int64_t i = 0; i < times; ++i) out->edit_items().append(left->items());
  return out;
}

// How many items are copied for all pairs of alternatives.
std::size_t copied_items(const Alternatives& left, const Alternatives& right) {
  const auto count = [](const Alternatives& all) {
    std::size_t out = 0;
    for (const Alternative& each : all)
      out += is_sequence(each.data()) ? each.data()->items().size() : 0;
    return out;
  };
  return count(left) * right.size() + count(right) * left.size();
}

// The same of all pairs of alternatives; nullopt if one is not known.
std::optional<Alternatives> sequences(syntax::Operator op, const Alternatives& left,
                                      const Alternatives& right, Span at, Pool& pool) {
  Alternatives out;
  for (const Alternative& x : left) {
    for (const Alternative& y : right) {
      const bool is_turned = op == syntax::Operator::kMultiply && is_sequence(y.data());
      const Value* both = is_turned ? sequence_of(op, y.data(), x.data(), at, pool)
                                    : sequence_of(op, x.data(), y.data(), at, pool);
      if (!both) return std::nullopt;
      Alternative one{Alternative::Data{both}, at, x.guard};
      if (one.guard.add(y.guard)) out.push_back(std::move(one));
    }
  }
  if (out.empty() || out.size() > kMaxAlternatives) return std::nullopt;
  return out;
}

// The value of an expression that is looked at only where the guard holds. `otherwise` holds on the
// paths that leave it out; null if there are none.
Alternatives value_under(Walk& walk, const Expr& expr, bool reached, const Guard& guard,
                         const Guard* otherwise, State& state) {
  if (!reached) return {};
  State before = state;
  Alternatives out;
  if (state.point.guard.add(guard)) out = under(followed(walk, expr, state), guard);
  if (!state.alive) out.clear();
  join_left_out(std::move(before), otherwise, state);
  return out;
}

Alternatives binary(Walk& walk, const syntax::Binary& expr, State& state) {
  const Alternatives left = value(walk, *expr.left, state);
  const Alternatives right = value(walk, *expr.right, state);
  const Value* begin = only_data(left);
  const Value* end = only_data(right);
  const Span at = walk.span(expr);
  if (expr.op == syntax::Operator::kBitOr) {
    if (auto dicts = merged(walk, left, right, at)) return *std::move(dicts);
  }
  if (!walk.spend(copied_items(left, right) / 2)) return unknown(at);
  if (const auto out = sequences(expr.op, left, right, at, *walk.out.pool)) return *out;
  if (!begin || begin->kind != Value::Kind::kString) {
    for (const Guard& guard : zero_divisions(expr.op, right))
      fail(walk, Failure::Kind::kDivision, at, guard, state.point);
    return arithmetic(expr.op, left, right, at, *walk.out.pool);
  }
  if (expr.op == syntax::Operator::kDivide && end && end->kind == Value::Kind::kString)
    return text(walk, join_path(begin->text(), end->text()), true, at);  // of paths
  std::string known(begin->text());
  if (expr.op == syntax::Operator::kAdd) {
    const bool complete = end && end->kind == Value::Kind::kString;
    if (complete) known += end->text();
    return text(walk, std::move(known), complete, at);
  }
  if (expr.op != syntax::Operator::kModulo) return unknown(at);
  std::vector<Alternatives> values;
  for (const Value* item : end ? end->items() : std::span<Value* const>())
    values.push_back(alternatives_of(walk, *item, item->span));
  if (!end || end->kind != Value::Kind::kTuple) values = {right};
  return filled(walk, known, "%s %d", values, at);
}

// The value of an expression whose depth was checked.
Alternatives value_below(Walk& walk, const Expr& expr, State& state) {
  const Span at = walk.span(expr);
  Pool& pool = *walk.out.pool;
  switch (expr.kind) {
    case ExprKind::kName:
      return name(walk, as<syntax::Name>(expr), state);
    case ExprKind::kConstant:
      switch (as<syntax::Constant>(expr).value) {
        case syntax::ConstantKind::kNone:
          return of_literal(pool.none(at), at);
        case syntax::ConstantKind::kEllipsis:
          return unknown(at);
        default:
          return of_literal(
              pool.boolean(as<syntax::Constant>(expr).value == syntax::ConstantKind::kTrue, at),
              at);
      }
    case ExprKind::kInteger: {
      Value* number = parse_int(pool, as<syntax::Number>(expr).text, at);
      return number ? of_literal(number, at) : unknown(at);
    }
    case ExprKind::kFloat: {
      const std::string digits(as<syntax::Number>(expr).text);
      return of_literal(pool.floating(std::strtod(digits.c_str(), nullptr), at), at);
    }
    case ExprKind::kString:
      return of_literal(pool.string(as<syntax::String>(expr).value, at), at);
    case ExprKind::kFString:
      return joined(walk, as<syntax::FString>(expr), state);
    case ExprKind::kList:
    case ExprKind::kTuple:
    case ExprKind::kSet:
    case ExprKind::kDict:
      return display(walk, expr, state);
    case ExprKind::kCall:
      if (quantified(expr)) return boolean(walk, condition(walk, expr, state), at);
      if (searches(expr)) return first_of(walk, as<syntax::Call>(expr), state);
      return call(walk, as<syntax::Call>(expr), state);
    case ExprKind::kAttribute:
      return attribute_of_all(walk, value(walk, *as<syntax::Attribute>(expr).object, state),
                              as<syntax::Attribute>(expr).name, at, state);
    case ExprKind::kSubscript:
      return item(walk, as<syntax::Subscript>(expr), state);
    case ExprKind::kStarred:
      value(walk, *as<syntax::Starred>(expr).value, state);
      return unknown(at);
    case ExprKind::kUnary:
      if (as<syntax::Unary>(expr).op != syntax::Operator::kNot) {
        const Alternatives operand = value(walk, *as<syntax::Unary>(expr).operand, state);
        const Value* number = only_data(operand);
        const bool negative = as<syntax::Unary>(expr).op == syntax::Operator::kNegative;
        if (!negative || !number || number->kind != Value::Kind::kInt || number->big)
          return unknown(at);
        return of_literal(pool.integer(-number->integer, at), at);
      }
      return boolean(walk, condition(walk, expr, state), at);
    case ExprKind::kCompare:
      return boolean(walk, condition(walk, expr, state), at);
    case ExprKind::kBinary:
      return binary(walk, as<syntax::Binary>(expr), state);
    case ExprKind::kBoolean: {
      // `a or b` as a value: a where it is true, else b, which is looked at only then.
      const auto& pair = as<syntax::Boolean>(expr);
      Alternatives left = followed(walk, *pair.left, state);
      const bool is_or = pair.op == syntax::Operator::kOr;
      const Truth first = is_or ? truth(walk, left) : negated(truth(walk, left));
      Alternatives rest = value_under(walk, *pair.right, first.can_fail, first.if_fails,
                                      first.can_hold ? &first.if_holds : nullptr, state);
      if (!first.can_hold) return rest.empty() ? unknown(at) : rest;
      left = under(std::move(left), first.if_holds);
      std::erase_if(left, [&](const Alternative& alternative) {
        const Truth one = truth(walk, {alternative});
        return !(is_or ? one : negated(one)).can_hold;
      });
      if (!first.can_fail) return left;
      if (left.empty()) return rest.empty() ? unknown(at) : rest;
      return either(std::move(left), rest);
    }
    case ExprKind::kConditional: {
      const auto& either_or = as<syntax::Conditional>(expr);
      const Truth asked = condition(walk, *either_or.condition, state);
      const auto branch = [&](const Expr& chosen, bool reached, const Guard& guard,
                              const std::vector<Guard>& ways, const Guard* other) {
        if (ways.size() < 2) return value_under(walk, chosen, reached, guard, other, state);
        const Guard any;
        Alternatives out;
        const std::vector<Guard> before = std::exchange(state.point.ways, ways);
        for (Guard way : ways) {  // the same value of two ways has two alternatives
          const Alternatives one = way.add(guard)
                                       ? value_under(walk, chosen, reached, way, &any, state)
                                       : Alternatives();
          out.insert(out.end(), one.begin(), one.end());
        }
        state.point.ways = before;
        return out;
      };
      Alternatives then = branch(*either_or.then, asked.can_hold, asked.if_holds, asked.holds_by,
                                 asked.can_fail ? &asked.if_fails : nullptr);
      Alternatives otherwise = branch(*either_or.otherwise, asked.can_fail, asked.if_fails,
                                      asked.fails_by, asked.can_hold ? &asked.if_holds : nullptr);
      if (asked.usual) {
        narrow_option(then, asked.option, asked.usual->if_holds);
        narrow_option(otherwise, asked.option, asked.usual->if_fails);
      }
      if (!asked.can_hold || then.empty()) return otherwise.empty() ? unknown(at) : otherwise;
      if (!asked.can_fail) return then;
      return either(std::move(then), otherwise);
    }
    case ExprKind::kNamed: {
      const auto& named = as<syntax::Named>(expr);
      Alternatives alternatives = followed(walk, *named.value, state);
      bind_name(walk, named.target->id, alternatives, state);
      return alternatives;
    }
    case ExprKind::kLambda: {
      const auto& lambda = as<syntax::Lambda>(expr);
      for (const syntax::Parameter& parameter : lambda.parameters) {
        if (parameter.default_value) value(walk, *parameter.default_value, state);
      }
      return symbol(with_closure(walk, walk.program.add(walk.frame->module, lambda), state), at);
    }
    case ExprKind::kYield: {
      const Expr* operand = as<syntax::Yield>(expr).value;
      Alternatives yielded = operand ? value(walk, *operand, state) : data_of(pool.none(at), at);
      yielded = under(std::move(yielded), state.point.guard);
      Exits& exits = walk.frame->exits;
      exits.value = exits.value.empty() ? yielded : either(std::move(exits.value), yielded);
      if (!walk.entered.empty() && walk.entered.back().info->manages_context)
        exits.yields.push_back(state);
      return unknown(at);
    }
    case ExprKind::kAwait:
      return value(walk, *as<syntax::Yield>(expr).value, state);
    case ExprKind::kComprehension:
      return comprehension(walk, as<syntax::Comprehension>(expr), state);
    case ExprKind::kSlice:
      for (const Expr* part : {as<syntax::Slice>(expr).lower, as<syntax::Slice>(expr).upper,
                               as<syntax::Slice>(expr).step}) {
        if (part) value(walk, *part, state);
      }
      return unknown(at);
    case ExprKind::kUnsupported:
      walk.out.skips = true;
      return unknown(at);
    case ExprKind::kBytes:
      return unknown(at);
  }
  return unknown(at);
}

}  // namespace

Alternatives value(Walk& walk, const Expr& expr, State& state) {
  Alternatives out = followed(walk, expr, state);
  escape_containers(walk, out);
  return out;
}

Alternatives followed(Walk& walk, const Expr& expr, State& state) {
  if (!walk.spend(1)) return unknown(walk.span(expr));
  if (walk.depth >= kMaxDepth) {
    walk.out.complete = false;
    return unknown(walk.span(expr));
  }
  ++walk.depth;
  Alternatives out = value_below(walk, expr, state);
  --walk.depth;
  for (const Alternative& each : out) {  // another name has a changed copy of it
    if (each.data() && each.data()->is_container() && walk.changed.contains(each.data()))
      walk.escaped.insert(each.data()->span);
  }
  return out;
}
}  // namespace mmlint::script

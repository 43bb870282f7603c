#include "script/numbers.h"

#include "facts/launch.h"
#include "script/symbols.h"
#include "value/scalar_text.h"

namespace mmlint::script {

using syntax::Operator;

namespace {

// What is a number and not negative, but not the number of a process.
bool is_count(Symbol symbol) {
  const auto variable = symbol.variable();
  return variable == "WORLD_SIZE" || variable == "LOCAL_WORLD_SIZE" || variable == "SLURM_NTASKS" ||
         symbol.callee().name().ends_with("get_world_size") ||
         symbol == "torch.cuda.device_count()";
}

const Value* number_of(const Alternative& alternative) {
  const Value* data = alternative.data();
  return data && is_number(*data) && !data->big ? data : nullptr;
}

bool is_varying(const Alternative& alternative) {
  return alternative.symbol() == Symbol::turn() || is_rank(alternative.symbol());
}

Truth either_way(bool varies) {
  Truth out;
  out.varies = varies;
  return out;
}

Truth known(bool holds) {
  return {holds, !holds, {}, {}};
}

// Whether the index of a process is "=N" or "<N": some process answers either way.
Truth of_rank(Symbol rank, const std::string& asked) {
  Truth out = answer_of({Question::Kind::kRank, rank.str() + asked});
  out.varies = true;
  return out;
}

bool compare(Operator op, double a, double b) {
  switch (op) {
    case Operator::kLess:
      return a < b;
    case Operator::kLessEqual:
      return a <= b;
    case Operator::kGreater:
      return a > b;
    default:
      return a >= b;
  }
}

Operator mirrored(Operator op) {
  switch (op) {
    case Operator::kLess:
      return Operator::kGreater;
    case Operator::kLessEqual:
      return Operator::kGreaterEqual;
    case Operator::kGreater:
      return Operator::kLess;
    default:
      return Operator::kLessEqual;
  }
}

// Python's // and % round down.
std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::optional<std::int64_t> of_ints(Operator op, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  bool over = false;
  switch (op) {
    case Operator::kAdd:
      over = __builtin_add_overflow(a, b, &out);
      break;
    case Operator::kSubtract:
      over = __builtin_sub_overflow(a, b, &out);
      break;
    case Operator::kMultiply:
      over = __builtin_mul_overflow(a, b, &out);
      break;
    case Operator::kFloorDivide:
      if (b == 0 || b == -1) return std::nullopt;
      out = floor_divide(a, b);
      break;
    case Operator::kModulo:
      if (b == 0 || b == -1) return std::nullopt;
      out = a % b;
      if (out != 0 && (out < 0) != (b < 0)) out += b;  // the sign of the divisor, as in Python
      break;
    default:
      return std::nullopt;
  }
  return over ? std::nullopt : std::optional(out);
}

std::optional<double> of_floats(Operator op, double a, double b) {
  switch (op) {
    case Operator::kAdd:
      return a + b;
    case Operator::kSubtract:
      return a - b;
    case Operator::kMultiply:
      return a * b;
    case Operator::kDivide:
      return b == 0 ? std::nullopt : std::optional(a / b);
    default:
      return std::nullopt;
  }
}

// The number of cards where there are none, or what is computed from it: not a 0 of the source.
bool is_no_count(const Value* number) {
  return number && number->kind == Value::Kind::kInt && !number->literal && number->integer == 0;
}

// Whether `left op right` is what `left` is: n * 1, n // 1, n + 0, n - 0.
bool keeps_left(Operator op, const Value* right) {
  if (!right || right->kind != Value::Kind::kInt || right->big) return false;
  if (op == Operator::kMultiply || op == Operator::kFloorDivide) return right->integer == 1;
  return (op == Operator::kAdd || op == Operator::kSubtract) && right->integer == 0;
}

Alternative one_result(Operator op, const Alternative& left, const Alternative& right, Span at,
                       Pool& pool) {
  Alternative out{Alternative::Unknown{}, at, {}};
  const Value* a = number_of(left);
  const Value* b = number_of(right);
  const bool joins = op == Operator::kBitAnd || op == Operator::kBitOr;
  if (joins && a && b && a->kind == Value::Kind::kBool && b->kind == Value::Kind::kBool) {
    const bool holds =
        op == Operator::kBitAnd ? a->boolean && b->boolean : a->boolean || b->boolean;
    out.what = Alternative::Data{pool.boolean(holds, at)};
    return out;
  }
  if (a && b) {
    const bool is_float = a->kind == Value::Kind::kFloat || b->kind == Value::Kind::kFloat;
    const auto whole = is_float ? std::nullopt : of_ints(op, int_of(*a), int_of(*b));
    if (whole)
      out.what = Alternative::Data{pool.integer(*whole, at)};
    else if (const auto real = of_floats(op, double_of(*a), double_of(*b)); is_float && real)
      out.what = Alternative::Data{pool.floating(*real, at)};
    return out;
  }
  if (left.value() && !a) return out;  // text
  const bool is_none = (op == Operator::kMultiply && (is_no_count(a) || is_no_count(b))) ||
                       (op == Operator::kFloorDivide && is_no_count(a));
  if (is_none && !(right.value() && !b)) {  // machines * cards
    out.what = Alternative::Data{pool.integer(0, at)};
    return out;
  }
  const bool is_symmetric = op == Operator::kMultiply || op == Operator::kAdd;
  if (left.symbol().option() && keeps_left(op, b)) {
    out.what = left.what;
    return out;
  }
  if (right.symbol().option() && is_symmetric && keeps_left(op, a)) {
    out.what = right.what;
    return out;
  }
  const bool is_one =
      op == Operator::kAdd || op == Operator::kSubtract || op == Operator::kMultiply;
  if (left.symbol() == Symbol::turn() || right.symbol() == Symbol::turn())
    out.what = Symbol::turn();
  else if (is_rank(left.symbol()) || is_rank(right.symbol()))
    out.what = is_one ? Symbol::rank() : Symbol::rank().item("%");
  return out;
}

}  // namespace

bool is_rank(Symbol symbol) {
  if (symbol.root() == Symbol::Kind::kRank)
    return symbol.behind_root().empty() || symbol.behind_root() == "[%]";
  if (const auto variable = symbol.variable()) return facts::is_rank_variable(*variable);
  const Symbol callee = symbol.callee();
  return callee.is_method("get_rank") || callee.is_method("get_local_rank");
}

bool is_rank_option(std::string_view option) {
  return option == "local_rank" || option == "rank";
}

bool lacks_launcher(const Condition& condition) {
  return condition.question.kind == Question::Kind::kEnvironment && !condition.holds &&
         facts::is_set_by_torchrun(condition.question.subject.str());
}

Truth is_first(Symbol rank) {
  return of_rank(rank, "=0");
}

Alternatives arithmetic(Operator op, const Alternatives& left, const Alternatives& right, Span at,
                        Pool& pool) {
  Alternatives out;
  for (const Alternative& x : left) {
    for (const Alternative& y : right) {
      const Value* divisor = number_of(y);
      const bool divides =
          op == Operator::kDivide || op == Operator::kFloorDivide || op == Operator::kModulo;
      if (divides && divisor && double_of(*divisor) == 0) continue;  // raises
      Alternative one = one_result(op, x, y, at, pool);
      if (!one.guard.add(x.guard) || !one.guard.add(y.guard)) continue;
      // Of two that are not known, each is so under its own conditions.
      if (one.is_unknown() && !one.guard.conditions().empty() && out.size() < kMaxAlternatives)
        out.push_back(std::move(one));
      else
        out = either(std::move(out), {std::move(one)});
    }
  }
  return out.empty() ? unknown(at) : out;
}

Alternatives extreme(bool is_least, const Alternatives& a, const Alternatives& b, Span at) {
  constexpr std::string_view kCards = "torch.cuda.device_count()";
  Alternatives out;
  for (const Alternative& x : a) {
    for (const Alternative& y : b) {
      Alternative one{Alternative::Unknown{}, at, x.guard};
      if (!one.guard.add(y.guard)) continue;
      const Value* left = number_of(x);
      const Value* right = number_of(y);
      if (left && right)
        one.what = (double_of(*left) <= double_of(*right)) == is_least ? x.what : y.what;
      else if (is_least && (x.symbol() == kCards || y.symbol() == kCards))
        one.what = Symbol(kCards);
      else if (is_least && ((left && double_of(*left) == 0) || (right && double_of(*right) == 0)))
        one.what = left ? x.what : y.what;  // of counts
      out = either(std::move(out), {std::move(one)});
    }
  }
  return out.empty() ? unknown(at) : out;
}

std::vector<Guard> zero_divisions(Operator op, const Alternatives& right) {
  std::vector<Guard> out;
  if (op != Operator::kDivide && op != Operator::kFloorDivide && op != Operator::kModulo)
    return out;
  for (const Alternative& each : right) {
    const Value* divisor = number_of(each);
    if (divisor && double_of(*divisor) == 0) out.push_back(each.guard);
  }
  return out;
}

Truth order(Operator op, const Alternative& left, const Alternative& right) {
  const Value* a = number_of(left);
  const Value* b = number_of(right);
  // `torch.cuda.device_count() >= processes`: 0 cards are not enough for a count of anything.
  const bool grows = op == Operator::kGreater || op == Operator::kGreaterEqual;
  if (is_no_count(a) && grows && !right.value() && !is_varying(right)) return known(false);
  if (a && b) return known(compare(op, double_of(*a), double_of(*b)));
  if (a) return order(mirrored(op), right, left);
  if (b && (is_rank(left.symbol()) || is_count(left.symbol()))) {
    const double least = left.symbol() == "torch.cuda.device_count()" ? 1 : 0;
    const double limit = double_of(*b);
    if (compare(op, least, limit) && grows) return known(true);
    if (!compare(op, least, limit) && !grows) return known(false);
    const auto variable = left.symbol().variable();
    if (variable == "WORLD_SIZE" && grows && limit <= 2)
      return answer_of({Question::Kind::kEnvironment, std::string(*variable)});
    if (!is_rank(left.symbol()) || limit != std::floor(limit)) return either_way(true);
    // x > n and x >= n + 1 are not x < n + 1; x <= n is.
    const bool is_beyond = op == Operator::kGreater || op == Operator::kLessEqual;
    const auto bound = static_cast<std::int64_t>(limit) + (is_beyond ? 1 : 0);
    Truth less =
        bound == 1 ? is_first(left.symbol()) : of_rank(left.symbol(), "<" + std::to_string(bound));
    return grows ? negated(std::move(less)) : less;
  }
  return either_way(is_varying(left) || is_varying(right));
}

Truth number_equality(const Alternative& left, const Alternative& right) {
  const Value* b = number_of(right);
  const bool is_other_way = left.is_text("") && !right.is_text("");
  if ((!b && number_of(left)) || is_other_way) return number_equality(right, left);
  // A launcher sets WORLD_SIZE and similar variables to a number.
  if (right.is_text("") && facts::is_set_by_torchrun(left.symbol().variable().value_or("")))
    return known(false);
  const bool counts = is_rank(left.symbol()) || is_count(left.symbol());
  if (b && counts && double_of(*b) < 0) return known(false);
  if (b && left.symbol() == "torch.cuda.device_count()" && double_of(*b) == 0) return known(false);
  if (b && (is_rank(left.symbol()) || is_rank_option(left.symbol().option().value_or(""))) &&
      double_of(*b) >= 0 && double_of(*b) == std::floor(double_of(*b)))
    return of_rank(left.symbol(), fmt::format("={:.0f}", double_of(*b)));
  return either_way(is_varying(left) || is_varying(right) || (b && counts));
}

bool are_scalars(const Value& value) {
  return value.is_sequence() && std::ranges::all_of(value.items(), [](const Value* item) {
           return is_number(*item) || item->kind == Value::Kind::kString;
         });
}

Alternatives numbers_of(Alternatives alternatives, Pool& pool) {
  for (Alternative& each : alternatives) {
    const Value* data = each.data();
    const std::string_view text = data && data->kind == Value::Kind::kString ? data->text() : "";
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) continue;
    Value* made = pool.integer(number, each.at);
    made->literal = true;
    each.what = Alternative::Data{made};
  }
  return alternatives;
}

}  // namespace mmlint::script

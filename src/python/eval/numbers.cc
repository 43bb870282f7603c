#include "python/eval/operators.h"

#include "value/scalar_text.h"

namespace mmlint::python {

using syntax::Operator;

namespace {

constexpr double kExactDouble = 9007199254740992.0;  // 2**53: ints up to here are exact doubles

Value* too_big(Evaluator& e, Span span) {
  return e.unknown("the integer does not fit into 64 bits", span);
}

// Of 2 ** bits and more; beyond the limit not even Python would be done soon.
Value* too_big(Evaluator& e, double bits, Span span) {
  const double bytes = bits / 8;
  if (bytes > static_cast<double>(e.limits().text)) {
    throw LimitReached{fmt::format("an integer of {} bytes", e.limits().text), span};
  }
  return too_big(e, span);
}

Value* integers(Evaluator& e, Operator op, std::int64_t a, std::int64_t b, Span span);

Value* power(Evaluator& e, std::int64_t a, std::int64_t b, Span span) {
  if (b < 0) {
    if (a == 0) e.raise("ZeroDivisionError", "0.0 cannot be raised to a negative power", span);
    return e.pool().floating(std::pow(static_cast<double>(a), static_cast<double>(b)), span);
  }
  const double bits = std::log2(std::abs(static_cast<double>(a))) * static_cast<double>(b);
  std::int64_t result = 1;
  for (std::int64_t n = b, base = a; n > 0;) {
    if ((n & 1) != 0 && __builtin_mul_overflow(result, base, &result)) {
      return too_big(e, bits, span);
    }
    n >>= 1;
    if (n > 0 && __builtin_mul_overflow(base, base, &base)) return too_big(e, bits, span);
  }
  return e.pool().integer(result, span);
}

Value* divide(Evaluator& e, std::int64_t a, std::int64_t b, Span span) {
  if (b == 0) e.raise("ZeroDivisionError", "division by zero", span);
  const double x = static_cast<double>(a);
  const double y = static_cast<double>(b);
  if (std::abs(x) > kExactDouble || std::abs(y) > kExactDouble) {
    return e.unknown("a quotient of very large integers", span);
  }
  return e.pool().floating(x / y, span);
}

Value* floor_divide(Evaluator& e, Operator op, std::int64_t a, std::int64_t b, Span span) {
  if (b == 0) e.raise("ZeroDivisionError", "integer division or modulo by zero", span);
  if (b == -1 && a == std::numeric_limits<std::int64_t>::min())
    return op == Operator::kFloorDivide ? too_big(e, span) : e.pool().integer(0, span);
  const std::int64_t rest = a % b;  // has the sign of a; Python's has that of b
  const bool down = rest != 0 && (a < 0) != (b < 0);
  const std::int64_t result =
      op == Operator::kFloorDivide ? a / b - (down ? 1 : 0) : rest + (down ? b : 0);
  return e.pool().integer(result, span);
}

Value* shift(Evaluator& e, Operator op, std::int64_t a, std::int64_t b, Span span) {
  if (b < 0) e.raise("ValueError", "negative shift count", span);
  if (op == Operator::kRightShift)
    return e.pool().integer(b > 63 ? (a < 0 ? -1 : 0) : a >> b, span);
  if (b > 62) {
    return a == 0 ? e.pool().integer(0, span) : too_big(e, static_cast<double>(b), span);
  }
  return integers(e, Operator::kMultiply, a, std::int64_t{1} << b, span);
}

Value* integers(Evaluator& e, Operator op, std::int64_t a, std::int64_t b, Span span) {
  std::int64_t result = 0;
  switch (op) {
    case Operator::kAdd:
      return __builtin_add_overflow(a, b, &result) ? too_big(e, span)
                                                   : e.pool().integer(result, span);
    case Operator::kSubtract:
      return __builtin_sub_overflow(a, b, &result) ? too_big(e, span)
                                                   : e.pool().integer(result, span);
    case Operator::kMultiply:
      return __builtin_mul_overflow(a, b, &result) ? too_big(e, span)
                                                   : e.pool().integer(result, span);
    case Operator::kDivide:
      return divide(e, a, b, span);
    case Operator::kFloorDivide:
    case Operator::kModulo:
      return floor_divide(e, op, a, b, span);
    case Operator::kPower:
      return power(e, a, b, span);
    case Operator::kLeftShift:
    case Operator::kRightShift:
      return shift(e, op, a, b, span);
    case Operator::kBitAnd:
      return e.pool().integer(a & b, span);
    case Operator::kBitOr:
      return e.pool().integer(a | b, span);
    case Operator::kBitXor:
      return e.pool().integer(a ^ b, span);
    default:
      return nullptr;
  }
}

Value* floats(Evaluator& e, Operator op, double a, double b, Span span) {
  switch (op) {
    case Operator::kAdd:
      return e.pool().floating(a + b, span);
    case Operator::kSubtract:
      return e.pool().floating(a - b, span);
    case Operator::kMultiply:
      return e.pool().floating(a * b, span);
    case Operator::kDivide:
      if (b == 0) e.raise("ZeroDivisionError", "float division by zero", span);
      return e.pool().floating(a / b, span);
    case Operator::kFloorDivide:
    case Operator::kModulo: {
      if (b == 0) e.raise("ZeroDivisionError", "float modulo", span);
      // As CPython's float_divmod (Objects/floatobject.c).
      double mod = std::fmod(a, b);
      double quotient = (a - mod) / b;
      if (mod != 0) {
        if ((b < 0) != (mod < 0)) {
          mod += b;
          quotient -= 1.0;
        }
      } else {
        mod = std::copysign(0.0, b);
      }
      if (op == Operator::kModulo) return e.pool().floating(mod, span);
      double floored = quotient != 0 ? std::floor(quotient) : std::copysign(0.0, a / b);
      if (quotient - floored > 0.5) floored += 1.0;
      return e.pool().floating(floored, span);
    }
    case Operator::kPower:
      if (a == 0 && b < 0) {
        e.raise("ZeroDivisionError", "0.0 cannot be raised to a negative power", span);
      }
      if (a < 0 && std::trunc(b) != b) return e.unknown("a complex number", span);
      return e.pool().floating(std::pow(a, b), span);
    default:
      return nullptr;
  }
}

}  // namespace

Value* arithmetic(Evaluator& e, Operator op, const Value& a, const Value& b, Span span) {
  if (a.big || b.big) return too_big(e, span);
  if (a.kind == Value::Kind::kFloat || b.kind == Value::Kind::kFloat)
    return floats(e, op, double_of(a), double_of(b), span);
  Value* result = integers(e, op, int_of(a), int_of(b), span);
  if (a.kind == Value::Kind::kBool && b.kind == Value::Kind::kBool &&
      (op == Operator::kBitAnd || op == Operator::kBitOr || op == Operator::kBitXor)) {
    return e.pool().boolean(result->integer != 0, span);
  }
  return result;
}

Value* unary(Evaluator& e, Operator op, Value& operand, Span span) {
  if (op == Operator::kNot) {
    switch (e.truth(operand)) {
      case Evaluator::Truth::kUnknown:
        return e.unknown("`not` of an unknown value", span);
      case Evaluator::Truth::kTrue:
        return e.pool().boolean(false, span);
      case Evaluator::Truth::kFalse:
        return e.pool().boolean(true, span);
    }
  }
  if (operand.kind == Value::Kind::kUnknown) return e.unknown(operand.text(), operand.span);
  if (!is_number(operand)) {
    const char sign = op == Operator::kInvert ? '~' : op == Operator::kNegative ? '-' : '+';
    e.raise("TypeError",
            fmt::format("bad operand type for unary {}: '{}'", sign, type_name(operand)), span);
  }
  if (operand.big) {
    if (op == Operator::kPositive) return &operand;
    return too_big(e, span);
  }
  if (operand.kind == Value::Kind::kFloat) {
    if (op == Operator::kInvert)
      e.raise("TypeError", "bad operand type for unary ~: 'float'", span);
    return e.pool().floating(op == Operator::kNegative ? -operand.floating : operand.floating,
                             span);
  }
  const std::int64_t i = int_of(operand);
  if (op == Operator::kInvert) return e.pool().integer(~i, span);
  if (op == Operator::kPositive) return e.pool().integer(i, span);
  return integers(e, Operator::kSubtract, 0, i, span);
}

}  // namespace mmlint::python

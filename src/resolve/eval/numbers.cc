#include "resolve/eval/numbers.h"

#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "resolve/eval/text_format.h"

namespace mmlint::resolve {

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

bool is_number(const Value& v) {
  return v.kind == Kind::kBool || v.kind == Kind::kInt || v.kind == Kind::kFloat;
}

std::int64_t int_of(const Value& v) {
  return v.kind == Kind::kBool ? v.boolean : v.integer;
}

double double_of(const Value& v) {
  return v.kind == Kind::kFloat ? v.floating : static_cast<double>(int_of(v));
}

std::string repr_float(double d) {
  if (std::isnan(d)) return "nan";
  if (std::isinf(d)) return d < 0 ? "-inf" : "inf";
  // Shortest digits that give the same double, laid out as CPython's format code 'r' does.
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, d, std::chars_format::scientific).ptr;
  std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  const std::size_t mark = text.find('e');
  std::string digits(text.substr(0, 1));
  if (mark > 2) digits += text.substr(2, mark - 2);
  int exponent = 0;
  const char* from = text.data() + mark + 1;
  if (*from == '+') ++from;
  std::from_chars(from, text.data() + text.size(), exponent);

  std::string out = negative ? "-" : "";
  const int count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    out += digits[0];
    if (count > 1) out += "." + digits.substr(1);
    out += fmt::format("e{}{:02d}", exponent < 0 ? '-' : '+', std::abs(exponent));
  } else if (exponent < 0) {
    out += "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  } else if (exponent + 1 >= count) {
    out += digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0') + ".0";
  } else {
    const auto point = static_cast<std::size_t>(exponent + 1);
    out += digits.substr(0, point) + "." + digits.substr(point);
  }
  return out;
}

Value* parse_int(Pool& pool, std::string_view digits, Span span) {
  int base = 10;
  std::string_view body = digits;
  if (digits.size() > 2 && digits[0] == '0') {
    const char mark = static_cast<char>(digits[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    if (base != 10) body.remove_prefix(2);
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), value, base);
  if (end != body.data() + body.size()) return nullptr;
  if (error == std::errc()) return pool.integer(value, span);
  if (base != 10) return pool.unknown("the integer does not fit into 64 bits", span);
  while (body.size() > 1 && body.front() == '0') body.remove_prefix(1);
  Value* big = pool.make(Kind::kInt, span);
  big->big = true;
  big->text = pool.keep(body);
  return big;
}

Value* arithmetic(Evaluator& e, Operator op, const Value& a, const Value& b, Span span) {
  if (a.big || b.big) return too_big(e, span);
  Value* result = nullptr;
  if (a.kind == Kind::kFloat || b.kind == Kind::kFloat) {
    result = floats(e, op, double_of(a), double_of(b), span);
  } else if (a.kind == Kind::kBool && b.kind == Kind::kBool &&
             (op == Operator::kBitAnd || op == Operator::kBitOr || op == Operator::kBitXor)) {
    result = integers(e, op, int_of(a), int_of(b), span);
    result = e.pool().boolean(result->integer != 0, span);
  } else {
    result = integers(e, op, int_of(a), int_of(b), span);
  }
  if (!result) {
    e.raise("TypeError",
            fmt::format("unsupported operand types: '{}' and '{}'", type_name(a), type_name(b)),
            span);
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
  if (operand.kind == Kind::kUnknown) return e.unknown(operand.text, operand.span);
  if (!is_number(operand)) {
    e.raise("TypeError",
            fmt::format("bad operand type for a unary operator: '{}'", type_name(operand)), span);
  }
  if (operand.big) {
    if (op == Operator::kPositive) return &operand;
    return too_big(e, span);
  }
  if (operand.kind == Kind::kFloat) {
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

}  // namespace mmlint::resolve

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "python/eval/arguments.h"
#include "python/eval/iterator.h"
#include "python/eval/numbers.h"
#include "python/eval/operators.h"
#include "python/eval/text_format.h"
#include "python/library/builtins.h"
#include "value/scalar_text.h"

// Python's functions of numbers and text.
namespace mmlint::python::builtins {

Value* to_str(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"str", {"object", "encoding", "errors"}, 0, 3, 0});
  if (!given[0]) return e.pool().string("", a.span);
  const auto text = given[1] || given[2] ? std::nullopt : str(e, *given[0]);
  return text ? e.new_text(*text, a.span) : not_computed(e, a, "str() of an unknown value");
}

Value* to_repr(Evaluator& e, Value*, A a) {
  const auto text = repr(e, *bound(e, a, {"repr", {"obj"}, 1, 1, 1})[0]);
  return text ? e.new_text(*text, a.span) : not_computed(e, a, "repr() of an unknown value");
}

Value* ascii(Evaluator& e, Value*, A a) {
  const auto text = repr(e, *bound(e, a, {"ascii", {"obj"}, 1, 1, 1})[0]);
  if (!text) return not_computed(e, a, "ascii() of an unknown value");
  return e.new_text(escaped_beyond_ascii(*text), a.span);
}

Value* format(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"format", {"value", "format_spec"}, 1, 2, 2});
  if (given[1] && given[1]->kind != Value::Kind::kString)
    return not_computed(e, a, "format() of this");
  const auto text = format_value(e, *given[0], given[1] ? given[1]->text() : "", a.span);
  return text ? e.new_text(*text, a.span) : not_computed(e, a, "format() of an unknown value");
}

Value* chr(Evaluator& e, Value*, A a) {
  const Value& v = *bound(e, a, {"chr", {"i"}, 1, 1, 1})[0];
  if (!is_small_int(&v)) return not_computed(e, a, "chr() of this value");
  const std::int64_t i = int_of(v);
  if (i < 0 || i > 0x10ffff) e.raise("ValueError", "chr() arg not in range(0x110000)", a.span);
  if (i >= 0xd800 && i < 0xe000) return not_computed(e, a, "half a character");
  std::string out;
  append_utf8(out, static_cast<char32_t>(i));
  return e.new_text(out, a.span);
}

Value* ord(Evaluator& e, Value*, A a) {
  const Value& v = *bound(e, a, {"ord", {"c"}, 1, 1, 1})[0];
  if (v.kind != Value::Kind::kString) return not_computed(e, a, "ord() of this value");
  if (v.text().empty() || character_length(v.text()) != v.text().size()) {
    e.raise("TypeError", "ord() expected a character", a.span);
  }
  return e.pool().integer(static_cast<std::int64_t>(code_point(v.text())), a.span);
}

namespace {

Value* in_base(Evaluator& e, A a, const char* prefix, int bits) {
  const Value& v = *bound(e, a, {"hex", {"number"}, 1, 1, 1})[0];
  if (!is_small_int(&v)) {
    if (v.kind == Value::Kind::kUnknown || v.kind == Value::Kind::kObject || v.big) {
      return not_computed(e, a, "the digits of an unknown number");
    }
    e.raise("TypeError",
            fmt::format("'{}' object cannot be interpreted as an integer", type_name(v)), a.span);
  }
  const std::int64_t i = int_of(v);
  const std::uint64_t size =
      i < 0 ? 0 - static_cast<std::uint64_t>(i) : static_cast<std::uint64_t>(i);
  const std::string digits = bits == 4   ? fmt::format("{:x}", size)
                             : bits == 3 ? fmt::format("{:o}", size)
                                         : fmt::format("{:b}", size);
  return e.new_text((i < 0 ? "-" : "") + (prefix + digits), a.span);
}

}  // namespace

Value* hex(Evaluator& e, Value*, A a) {
  return in_base(e, a, "0x", 4);
}
Value* oct(Evaluator& e, Value*, A a) {
  return in_base(e, a, "0o", 3);
}
Value* bin(Evaluator& e, Value*, A a) {
  return in_base(e, a, "0b", 1);
}

Value* abs(Evaluator& e, Value*, A a) {
  Value& v = *bound(e, a, {"abs", {"x"}, 1, 1, 1})[0];
  if (v.kind == Value::Kind::kUnknown || v.kind == Value::Kind::kObject || v.big) {
    return not_computed(e, a, "abs() of this value");
  }
  if (!is_number(v)) {
    e.raise("TypeError", fmt::format("bad operand type for abs(): '{}'", type_name(v)), a.span);
  }
  if (v.kind == Value::Kind::kFloat) return e.pool().floating(std::abs(v.floating), a.span);
  return int_of(v) < 0 ? unary(e, syntax::Operator::kNegative, v, a.span)
                       : e.pool().integer(int_of(v), a.span);
}

Value* pow(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"pow", {"base", "exp", "mod"}, 2, 3, 0});
  const bool modular = given[2] && given[2]->kind != Value::Kind::kNone;
  if (any_unknown(a)) return not_computed(e, a, "pow() of an unknown value");
  if (!modular) return binary(e, syntax::Operator::kPower, *given[0], *given[1], a.span);
  if (!is_small_int(given[0]) || !is_small_int(given[1]) || !is_small_int(given[2])) {
    return not_computed(e, a, "pow() with this modulus");
  }
  const std::int64_t m = int_of(*given[2]);
  std::int64_t n = int_of(*given[1]);
  if (m == 0) e.raise("ValueError", "pow() 3rd argument cannot be 0", a.span);
  if (n < 0 || m == INT64_MIN) return not_computed(e, a, "pow() with a negative exponent");
  const Wide size = m < 0 ? -static_cast<Wide>(m) : m;
  Wide base = ((int_of(*given[0]) % size) + size) % size;
  Wide result = 1 % size;
  for (; n > 0; n >>= 1) {
    if ((n & 1) != 0) result = result * base % size;
    base = base * base % size;
  }
  if (m < 0 && result != 0) result += m;
  return e.pool().integer(static_cast<std::int64_t>(result), a.span);
}

Value* divmod(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"divmod", {"x", "y"}, 2, 2, 2});
  if (any_unknown(a)) return not_computed(e, a, "divmod() of an unknown value");
  if (!is_number(*given[0]) || !is_number(*given[1])) {
    e.raise("TypeError", "unsupported operand type(s) for divmod()", a.span);
  }
  Value* out = e.pool().make(Value::Kind::kTuple, a.span);
  for (const auto op : {syntax::Operator::kFloorDivide, syntax::Operator::kModulo}) {
    out->edit_items().push_back(binary(e, op, *given[0], *given[1], a.span));
  }
  return out;
}

namespace {

// As CPython's int.__round__: half to even.
Value* round_int(Evaluator& e, std::int64_t i, std::int64_t digits, A a) {
  if (digits >= 0) return e.pool().integer(i, a.span);
  if (digits < -18)
    return i == INT64_MIN ? not_computed(e, a, "round() of this") : e.pool().integer(0, a.span);
  Wide unit = 1;
  for (std::int64_t n = digits; n < 0; ++n) unit *= 10;
  const Wide rest = ((i % unit) + unit) % unit;
  Wide down = i - rest;
  const bool odd = ((down / unit) % 2) != 0;
  if (rest * 2 > unit || (rest * 2 == unit && odd)) down += unit;
  if (down > INT64_MAX || down < INT64_MIN) return not_computed(e, a, "round() of a large integer");
  return e.pool().integer(static_cast<std::int64_t>(down), a.span);
}

}  // namespace

Value* round(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"round", {"number", "ndigits"}, 1, 2, 0});
  const Value& v = *given[0];
  if (any_unknown(a) || v.big || v.kind == Value::Kind::kObject) {
    return not_computed(e, a, "round() of an unknown value");
  }
  if (!is_number(v)) {
    e.raise("TypeError", fmt::format("type {} doesn't define __round__ method", type_name(v)),
            a.span);
  }
  const bool has_digits = given[1] && given[1]->kind != Value::Kind::kNone;
  if (has_digits && !is_small_int(given[1])) {
    if (given[1]->kind == Value::Kind::kObject || given[1]->big)
      return not_computed(e, a, "round() of this");
    e.raise("TypeError",
            fmt::format("'{}' object cannot be interpreted as an integer", type_name(*given[1])),
            a.span);
  }
  const std::int64_t digits = has_digits ? int_of(*given[1]) : 0;
  if (v.kind != Value::Kind::kFloat) return round_int(e, int_of(v), digits, a);
  const double d = v.floating;
  if (!has_digits) {
    if (std::isnan(d)) e.raise("ValueError", "cannot convert float NaN to integer", a.span);
    if (std::isinf(d)) e.raise("OverflowError", "cannot convert float infinity to integer", a.span);
    const double r = std::nearbyint(d);  // half to even, the default rounding mode
    if (std::abs(r) >= 9.2e18) return not_computed(e, a, "round() of a very large float");
    return e.pool().integer(static_cast<std::int64_t>(r), a.span);
  }
  if (!std::isfinite(d) || digits > 323) return e.pool().floating(d, a.span);
  if (digits < -308) return e.pool().floating(std::copysign(0.0, d), a.span);
  // The decimal form is rounded correctly, as in CPython's double_round.
  if (digits >= 0) {
    const std::string text = fmt::format("{:.{}f}", d, static_cast<int>(digits));
    return e.pool().floating(std::strtod(text.c_str(), nullptr), a.span);
  }
  const int before = static_cast<int>(std::floor(std::log10(std::max(1.0, std::abs(d))))) + 1;
  const int kept = before + static_cast<int>(digits);
  if (kept < 1 || before > 16) return not_computed(e, a, "round() to tens");
  const std::string text = fmt::format("{:.{}e}", d, kept - 1);
  return e.pool().floating(std::strtod(text.c_str(), nullptr), a.span);
}

}  // namespace mmlint::python::builtins

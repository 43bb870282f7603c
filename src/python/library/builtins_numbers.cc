

#include "base/characters.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"
#include "value/scalar_text.h"

// Python's functions that give numbers.
namespace mmlint::python::builtins {
namespace {

// The base that a prefix such as 0x stands for; 0 if there is none.
int base_of_prefix(std::string_view text) {
  const int mark = text.size() > 1 && text[0] == '0' ? lower_case(text[1], 0) : 0;
  return mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
}

Value* int_of_text(Evaluator& e, std::string_view written, std::int64_t given_base, A a) {
  if (!is_ascii(written)) return not_computed(e, a, "int() of characters beyond ASCII");
  if ((given_base != 0 && given_base < 2) || given_base > 36)
    e.raise("ValueError", "int() base must be >= 2 and <= 36, or 0", a.span);
  std::string_view text = trim(written);
  const bool negative = take_sign(text);
  int base = static_cast<int>(given_base);
  const int prefix = base_of_prefix(text);
  const bool has_prefix = prefix != 0 && (base == 0 || base == prefix);
  if (has_prefix) text.remove_prefix(text.substr(2).starts_with('_') ? 3 : 2);
  const auto digits = without_underscores(text);
  const bool is_number = digits && !digits->empty() && is_letter_or_digit(digits->front());
  const bool leads_by_zero = base == 0 && !has_prefix && is_number && digits->front() == '0' &&
                             digits->find_first_not_of('0') != digits->npos;
  if (base == 0) base = has_prefix ? prefix : 10;
  std::int64_t value = 0;
  const std::string all = (negative ? "-" : "") + digits.value_or("");
  const auto result = std::from_chars(all.data(), all.data() + all.size(), value, base);
  if (!is_number || leads_by_zero || result.ptr != all.data() + all.size()) {
    e.raise("ValueError",
            fmt::format("invalid literal for int() with base {}: '{}'", given_base, written),
            a.span);
  }
  if (result.ec == std::errc()) return e.pool().integer(value, a.span);
  if (base != 10) return not_computed(e, a, "the integer does not fit into 64 bits");
  Value* big = parse_decimal(e.pool(), all, a.span);
  if (!big) e.raise("ValueError", std::string(kTooManyDigits), a.span);
  return big;
}

[[noreturn]] void raise_not_whole(Evaluator& e, double d, Span span) {
  if (std::isnan(d)) e.raise("ValueError", "cannot convert float NaN to integer", span);
  e.raise("OverflowError", "cannot convert float infinity to integer", span);
}

Value* whole(Evaluator& e, double d, A a) {
  if (!std::isfinite(d)) raise_not_whole(e, d, a.span);
  if (std::abs(d) >= 0x1p63) return not_computed(e, a, "the integer does not fit into 64 bits");
  return e.pool().integer(static_cast<std::int64_t>(d), a.span);
}

Value* to_int(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"int", {"x", "base"}, 0, 2, 1});
  if (!given[0]) return e.pool().integer(0, a.span);
  Value& v = *given[0];
  if (given[1]) {
    const auto base = index_argument(e, *given[1], a.span);
    if (base && v.kind == Value::Kind::kString) return int_of_text(e, v.text(), *base, a);
    return not_computed(e, a, "int() of this value, with a base");
  }
  switch (v.kind) {
    case Value::Kind::kInt:
    case Value::Kind::kBool:
      return v.big ? &v : e.pool().integer(int_of(v), a.span);
    case Value::Kind::kFloat:
      return whole(e, v.floating, a);
    case Value::Kind::kString:
      return int_of_text(e, v.text(), 10, a);
    case Value::Kind::kUnknown:
    case Value::Kind::kObject:
    case Value::Kind::kBytes:
      return not_computed(e, a, "int() of this value");
    default:
      e.raise(
          "TypeError",
          fmt::format("int() argument must be a string or a real number, not '{}'", type_name(v)),
          a.span);
  }
}

Value* to_float(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"float", {"x"}, 0, 1, 1});
  if (!given[0]) return e.pool().floating(0, a.span);
  const Value& v = *given[0];
  if (v.kind == Value::Kind::kUnknown || v.big || v.kind == Value::Kind::kObject ||
      v.kind == Value::Kind::kBytes) {
    return not_computed(e, a, "float() of this value");
  }
  if (is_number(v)) return e.pool().floating(double_of(v), a.span);
  if (v.kind != Value::Kind::kString) {
    e.raise(
        "TypeError",
        fmt::format("float() argument must be a string or a real number, not '{}'", type_name(v)),
        a.span);
  }
  if (!is_ascii(v.text())) return not_computed(e, a, "float() of characters beyond ASCII");
  const auto number = float_of(v.text());
  if (!number)
    e.raise("ValueError", fmt::format("could not convert string to float: '{}'", v.text()), a.span);
  return e.pool().floating(*number, a.span);
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

// As CPython's int.__round__: half to even.
Value* round_int(Evaluator& e, std::int64_t i, std::int64_t digits, A a) {
  if (digits >= 0) return e.pool().integer(i, a.span);
  if (digits < -18) return e.pool().integer(0, a.span);
  Wide unit = 1;
  for (; digits < 0; ++digits) unit *= 10;
  const Wide rest = ((i % unit) + unit) % unit;
  Wide out = i - rest;
  if (rest * 2 > unit || (rest * 2 == unit && (out / unit) % 2 != 0)) out += unit;
  if (out > INT64_MAX || out < INT64_MIN) return not_computed(e, a, "round() of a large integer");
  return e.pool().integer(static_cast<std::int64_t>(out), a.span);
}

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
  const auto digits =
      has_digits ? index_argument(e, *given[1], a.span) : std::optional<std::int64_t>(0);
  if (!digits) return not_computed(e, a, "round() to these digits");
  if (v.kind != Value::Kind::kFloat) return round_int(e, int_of(v), *digits, a);
  const double d = v.floating;
  if (!has_digits) return whole(e, std::nearbyint(d), a);  // half to even, the default mode
  if (!std::isfinite(d) || *digits > 323) return e.pool().floating(d, a.span);
  if (*digits < -308) return e.pool().floating(std::copysign(0.0, d), a.span);
  // The decimal form is rounded correctly, as in CPython's double_round.
  if (*digits >= 0) {
    const std::string text = fmt::format("{:.{}f}", d, static_cast<int>(*digits));
    return e.pool().floating(std::strtod(text.c_str(), nullptr), a.span);
  }
  const int before = static_cast<int>(std::floor(std::log10(std::max(1.0, std::abs(d))))) + 1;
  const int kept = before + static_cast<int>(*digits);
  if (kept < 1 || before > 16) return not_computed(e, a, "round() to tens");
  const std::string text = fmt::format("{:.{}e}", d, kept - 1);
  return e.pool().floating(std::strtod(text.c_str(), nullptr), a.span);
}

Value* pow(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"pow", {"base", "exp", "mod"}, 2, 3, 0});
  if (!given[2] || given[2]->kind == Value::Kind::kNone)
    return binary(e, syntax::Operator::kPower, *given[0], *given[1], a.span);
  if (!is_small_int(given[0]) || !is_small_int(given[1]) || !is_small_int(given[2]))
    return not_computed(e, a, "pow() with this modulus");
  const Wide m = int_of(*given[2]);
  std::int64_t n = int_of(*given[1]);
  if (m == 0) e.raise("ValueError", "pow() 3rd argument cannot be 0", a.span);
  if (n < 0) return not_computed(e, a, "pow() with a negative exponent");
  const auto modulo = [&](Wide x) { return (x % m + m) % m; };  // of the sign of m
  Wide base = modulo(int_of(*given[0]));
  Wide result = modulo(1);
  for (; n > 0; n >>= 1) {
    if ((n & 1) != 0) result = modulo(result * base);
    base = modulo(base * base);
  }
  return e.pool().integer(static_cast<std::int64_t>(result), a.span);
}

Value* divmod(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"divmod", {"x", "y"}, 2, 2, 2});
  if (any_unknown(a)) return not_computed(e, a, "divmod() of an unknown value");
  if (!is_number(*given[0]) || !is_number(*given[1]))
    e.raise("TypeError", "unsupported operand type(s) for divmod()", a.span);
  Value* out = e.pool().make(Value::Kind::kTuple, a.span);
  for (const auto op : {syntax::Operator::kFloorDivide, syntax::Operator::kModulo})
    out->edit_items().push_back(binary(e, op, *given[0], *given[1], a.span));
  return out;
}

// Only of what is hashed alike in every run.
Value* hash(Evaluator& e, Value*, A a) {
  const Value& v = *bound(e, a, {"hash", {"obj"}, 1, 1, 1})[0];
  if (!is_small_int(&v)) return not_computed(e, a, "hash() of this");
  constexpr std::int64_t kModulus = (std::int64_t{1} << 61) - 1;
  const std::int64_t h = int_of(v) % kModulus;
  return e.pool().integer(h == -1 ? -2 : h, a.span);
}

constexpr Member kMembers[] = {
    {"abs", abs},          {"divmod", divmod}, {"float", to_float, true}, {"hash", hash},
    {"int", to_int, true}, {"pow", pow},       {"round", round},
};

}  // namespace

std::span<const Member> numbers() {
  return kMembers;
}

}  // namespace mmlint::python::builtins

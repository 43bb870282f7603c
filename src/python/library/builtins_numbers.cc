#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "python/eval/arguments.h"
#include "python/eval/numbers.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"
#include "value/scalar_text.h"

// Python's functions that give numbers.
namespace mmlint::python::builtins {
namespace {

// Python also reads underscores and digits beyond ASCII, which are not computed.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0 && c != '_'; });
}

// Takes the sign off the text; true for a minus.
bool take_sign(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return negative;
}

Value* int_of_text(Evaluator& e, std::string_view written, A a) {
  std::string_view digits = trim(written);
  if (!is_plain(digits)) return not_computed(e, a, "int() of this text");
  const bool negative = take_sign(digits);
  if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) {
    e.raise("ValueError", fmt::format("invalid literal for int() with base 10: '{}'", written),
            a.span);
  }
  std::int64_t value = 0;
  const std::string text = (negative ? "-" : "") + std::string(digits);
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc()) return not_computed(e, a, "the integer does not fit into 64 bits");
  return e.pool().integer(value, a.span);
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

}  // namespace

Value* to_int(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"int", {"x", "base"}, 0, 2, 1});
  if (!given[0]) return e.pool().integer(0, a.span);
  Value& v = *given[0];
  if (given[1]) return not_computed(e, a, "int() with a base");
  switch (v.kind) {
    case Value::Kind::kInt:
    case Value::Kind::kBool:
      return v.big ? &v : e.pool().integer(int_of(v), a.span);
    case Value::Kind::kFloat:
      return whole(e, v.floating, a);
    case Value::Kind::kString:
      return int_of_text(e, v.text(), a);
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
  std::string_view text = trim(v.text());
  if (!is_plain(text)) return not_computed(e, a, "float() of this text");
  const bool negative = take_sign(text);
  double d = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), d);
  if (result.ec == std::errc::result_out_of_range)
    d = std::strtod(std::string(text).c_str(), nullptr);
  // from_chars also reads "nan(...)" and a second sign.
  if (result.ec == std::errc::invalid_argument || result.ptr != text.data() + text.size() ||
      text.starts_with('-') || text.ends_with(')')) {
    e.raise("ValueError", fmt::format("could not convert string to float: '{}'", v.text()), a.span);
  }
  return e.pool().floating(negative ? -d : d, a.span);
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
  if (!digits || *digits < 0) return not_computed(e, a, "round() to these digits");
  if (v.kind != Value::Kind::kFloat) return e.pool().integer(int_of(v), a.span);
  const double d = v.floating;
  if (!has_digits) return whole(e, std::nearbyint(d), a);  // half to even, the default mode
  if (!std::isfinite(d) || *digits > 323) return e.pool().floating(d, a.span);
  // The decimal form is rounded correctly, as in CPython's double_round.
  const std::string text = fmt::format("{:.{}f}", d, static_cast<int>(*digits));
  return e.pool().floating(std::strtod(text.c_str(), nullptr), a.span);
}

}  // namespace mmlint::python::builtins

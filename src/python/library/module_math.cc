#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "python/eval/operators.h"
#include "python/library/modules.h"
#include "value/scalar_text.h"

// Python's math, where it gives floats: the functions that CPython's Modules/mathmodule.c takes
// from the C library and wraps, and those that round once. What it computes on its own (fsum,
// hypot, gamma ...) is not known.
namespace mmlint::python {
namespace {

using A = const Arguments&;

// False if the number is not known; raises TypeError for what is none.
bool is_real(Evaluator& e, const Value& value, Span span) {
  if (is_number(value)) return !value.big;
  if (value.kind == Value::Kind::kUnknown || value.kind == Value::Kind::kObject) return false;
  e.raise("TypeError", fmt::format("must be real number, not {}", type_name(value)), span);
}

Value* not_known(Evaluator& e, A a) {
  return not_computed(e, a, "a function of math with an unknown number");
}

[[noreturn]] void raise_domain(Evaluator& e, Span span) {
  e.raise("ValueError", "math domain error", span);
}

// As math_1 of mathmodule.c.
Value* checked(Evaluator& e, bool finite, bool nan, double result, bool may_overflow, Span span) {
  if (std::isnan(result) && !nan) raise_domain(e, span);
  if (std::isinf(result) && finite) {
    if (!may_overflow) raise_domain(e, span);
    e.raise("OverflowError", "math range error", span);
  }
  return e.pool().floating(result, span);
}

template <double (*function)(double), bool may_overflow = false>
Value* of_one(Evaluator& e, Value*, A a) {
  const Value& given = *bound(e, a, {"the function of math", {"x"}, 1, 1, 1})[0];
  if (!is_real(e, given, a.span)) return not_known(e, a);
  const double x = double_of(given);
  return checked(e, std::isfinite(x), std::isnan(x), function(x), may_overflow, a.span);
}

// Only of finite numbers; the rest has rules of its own.
template <double (*function)(double, double)>
Value* of_two(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"the function of math", {"x", "y"}, 2, 2, 2});
  const bool first = is_real(e, *given[0], a.span);
  if (!is_real(e, *given[1], a.span) || !first) return not_known(e, a);
  const double x = double_of(*given[0]);
  const double y = double_of(*given[1]);
  if (!std::isfinite(x) || !std::isfinite(y)) return not_known(e, a);
  return checked(e, true, false, function(x, y), x != 0, a.span);
}

template <double (*function)(double)>
std::optional<double> logarithm(Evaluator& e, const Value& value, Span span) {
  if (!is_real(e, value, span)) return std::nullopt;
  const double x = double_of(value);
  if (x <= 0) raise_domain(e, span);
  return function(x);
}

template <double (*function)(double)>
Value* log_of(Evaluator& e, Value*, A a) {
  const Value& given = *bound(e, a, {"log2", {"x"}, 1, 1, 1})[0];
  const auto result = logarithm<function>(e, given, a.span);
  return result ? e.pool().floating(*result, a.span) : not_known(e, a);
}

Value* log(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"log", {"x", "base"}, 1, 2, 2});
  const auto result = logarithm<std::log>(e, *given[0], a.span);
  if (!result || !given[1]) return result ? e.pool().floating(*result, a.span) : not_known(e, a);
  const auto base = logarithm<std::log>(e, *given[1], a.span);
  if (!base) return not_known(e, a);
  if (*base == 0) e.raise("ZeroDivisionError", "float division by zero", a.span);
  return e.pool().floating(*result / *base, a.span);
}

double degrees_of(double x) {
  return x * (180.0 / std::numbers::pi);
}
double radians_of(double x) {
  return x * (std::numbers::pi / 180.0);
}

Value* copysign(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"copysign", {"x", "y"}, 2, 2, 2});
  const bool first = is_real(e, *given[0], a.span);
  if (!is_real(e, *given[1], a.span) || !first) return not_known(e, a);
  return e.pool().floating(std::copysign(double_of(*given[0]), double_of(*given[1])), a.span);
}

Value* modf(Evaluator& e, Value*, A a) {
  const Value& given = *bound(e, a, {"modf", {"x"}, 1, 1, 1})[0];
  if (!is_real(e, given, a.span)) return not_known(e, a);
  double whole = 0;
  const double rest = std::modf(double_of(given), &whole);
  Value* out = e.pool().make(Value::Kind::kTuple, a.span);
  out->edit_items().assign({e.pool().floating(rest, a.span), e.pool().floating(whole, a.span)});
  return out;
}

template <bool (*question)(double)>
Value* ask(Evaluator& e, Value*, A a) {
  const Value& given = *bound(e, a, {"the function of math", {"x"}, 1, 1, 1})[0];
  if (!is_real(e, given, a.span)) return not_known(e, a);
  return e.pool().boolean(question(double_of(given)), a.span);
}

bool is_nan(double x) {
  return std::isnan(x);
}
bool is_infinite(double x) {
  return std::isinf(x);
}
bool is_finite(double x) {
  return std::isfinite(x);
}

// math_isclose_impl of mathmodule.c.
Value* isclose(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"isclose", {"a", "b", "rel_tol", "abs_tol"}, 2, 2, 0});
  for (const Value* value : given) {
    if (value && !is_real(e, *value, a.span)) return not_known(e, a);
  }
  const double x = double_of(*given[0]);
  const double y = double_of(*given[1]);
  const double relative = given[2] ? double_of(*given[2]) : 1e-9;
  const double absolute = given[3] ? double_of(*given[3]) : 0.0;
  if (relative < 0 || absolute < 0) {
    e.raise("ValueError", "tolerances must be non-negative", a.span);
  }
  if (x == y) return e.pool().boolean(true, a.span);
  if (std::isinf(x) || std::isinf(y)) return e.pool().boolean(false, a.span);
  const double apart = std::fabs(y - x);
  const bool close =
      apart <= std::fabs(relative * y) || apart <= std::fabs(relative * x) || apart <= absolute;
  return e.pool().boolean(close, a.span);
}

template <const double& number>
Value* constant(Evaluator& e, Span span) {
  return e.pool().floating(number, span);
}
constexpr double kPi = std::numbers::pi;
constexpr double kTau = 2 * std::numbers::pi;
constexpr double kE = std::numbers::e;
constexpr double kInfinity = INFINITY;
constexpr double kNotANumber = NAN;

constexpr Member kMembers[] = {
    {"acos", of_one<std::acos>},
    {"acosh", of_one<std::acosh>},
    {"asin", of_one<std::asin>},
    {"asinh", of_one<std::asinh>},
    {"atan", of_one<std::atan>},
    {"atan2", of_two<std::atan2>},
    {"atanh", of_one<std::atanh>},
    {"copysign", copysign},
    {"cos", of_one<std::cos>},
    {"cosh", of_one<std::cosh, true>},
    {"degrees", of_one<degrees_of>},
    {"e", nullptr, constant<kE>},
    {"exp", of_one<std::exp, true>},
    {"expm1", of_one<std::expm1, true>},
    {"fabs", of_one<std::fabs>},
    {"fmod", of_two<std::fmod>},
    {"inf", nullptr, constant<kInfinity>},
    {"isclose", isclose},
    {"isfinite", ask<is_finite>},
    {"isinf", ask<is_infinite>},
    {"isnan", ask<is_nan>},
    {"log", log},
    {"log10", log_of<std::log10>},
    {"log1p", of_one<std::log1p>},
    {"log2", log_of<std::log2>},
    {"modf", modf},
    {"nan", nullptr, constant<kNotANumber>},
    {"pi", nullptr, constant<kPi>},
    {"pow", of_two<std::pow>},
    {"radians", of_one<radians_of>},
    {"sin", of_one<std::sin>},
    {"sinh", of_one<std::sinh, true>},
    {"sqrt", of_one<std::sqrt>},
    {"tan", of_one<std::tan>},
    {"tanh", of_one<std::tanh>},
    {"tau", nullptr, constant<kTau>},
};

}  // namespace

std::span<const Member> math_members() {
  return kMembers;
}

}  // namespace mmlint::python

#include <numbers>

#include "python/eval/operators.h"
#include "python/library/modules.h"
#include "value/scalar_text.h"

// Python's math: the functions that CPython's Modules/mathmodule.c takes from the C library, those
// that round once, and those of integers. What it computes on its own (fsum, hypot, gamma ...) is
// not known.
namespace mmlint::python {
namespace {

using A = const Arguments&;

Value* not_known(Evaluator& e, A a) {
  return not_computed(e, a, "a function of math with an unknown or very large number");
}

// The number as a double; nullopt if it is not known. Raises TypeError for what is no number.
std::optional<double> real(Evaluator& e, const Value& x, Span span) {
  if (is_number(x)) return x.big ? std::nullopt : std::optional(double_of(x));
  if (x.kind == Value::Kind::kUnknown || x.kind == Value::Kind::kObject) return std::nullopt;
  e.raise("TypeError", fmt::format("must be real number, not {}", type_name(x)), span);
}

// The arguments as doubles, as many as were given; nullopt if one is not known.
std::optional<std::vector<double>> reals(Evaluator& e, A a, std::size_t least, std::size_t most) {
  std::vector<double> out;
  bool known = true;
  for (const Value* given : bound(e, a, {"the function of math", {}, least, most, most})) {
    const auto x = given ? real(e, *given, a.span) : std::nullopt;
    known = known && (x || !given);
    if (x) out.push_back(*x);
  }
  return known ? std::optional(out) : std::nullopt;
}

// A result of the C library, as math_1 and math_2 of mathmodule.c take it.
Value* checked(Evaluator& e, std::span<const double> given, double result, bool may_overflow,
               Span span) {
  bool is_finite = true, is_nan = false;
  for (const double x : given) {
    is_finite = is_finite && std::isfinite(x);
    is_nan = is_nan || std::isnan(x);
  }
  const bool overflows = std::isinf(result) && is_finite;
  if (overflows && may_overflow) e.raise("OverflowError", "math range error", span);
  if (overflows || (std::isnan(result) && !is_nan))
    e.raise("ValueError", "math domain error", span);
  return e.pool().floating(result, span);
}

template <double (*function)(double), bool may_overflow = false>
Value* of_one(Evaluator& e, Value*, A a) {
  const auto x = reals(e, a, 1, 1);
  return x ? checked(e, *x, function((*x)[0]), may_overflow, a.span) : not_known(e, a);
}

// Only of finite numbers; the rest has rules of its own.
template <double (*function)(double, double)>
Value* of_two(Evaluator& e, Value*, A a) {
  const auto x = reals(e, a, 2, 2);
  if (!x || !std::isfinite((*x)[0]) || !std::isfinite((*x)[1])) return not_known(e, a);
  return checked(e, *x, function((*x)[0], (*x)[1]), (*x)[0] != 0, a.span);
}

template <bool (*question)(double)>
Value* ask(Evaluator& e, Value*, A a) {
  const auto x = reals(e, a, 1, 1);
  return x ? e.pool().boolean(question((*x)[0]), a.span) : not_known(e, a);
}

Value* log(Evaluator& e, Value*, A a) {
  const auto x = reals(e, a, 1, 2);
  if (!x) return not_known(e, a);
  for (const double number : *x) {
    if (number <= 0) e.raise("ValueError", "math domain error", a.span);
  }
  if (x->size() == 1) return e.pool().floating(std::log((*x)[0]), a.span);
  if ((*x)[1] == 1) e.raise("ZeroDivisionError", "float division by zero", a.span);
  return e.pool().floating(std::log((*x)[0]) / std::log((*x)[1]), a.span);
}

Value* copysign(Evaluator& e, Value*, A a) {
  const auto x = reals(e, a, 2, 2);
  return x ? e.pool().floating(std::copysign((*x)[0], (*x)[1]), a.span) : not_known(e, a);
}

Value* modf(Evaluator& e, Value*, A a) {
  const auto x = reals(e, a, 1, 1);
  if (!x) return not_known(e, a);
  double whole = 0;
  const double rest = std::modf((*x)[0], &whole);
  return tuple_of(e, std::array{e.pool().floating(rest, a.span), e.pool().floating(whole, a.span)},
                  a.span);
}

// math_isclose_impl of mathmodule.c.
Value* isclose(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"isclose", {"a", "b", "rel_tol", "abs_tol"}, 2, 2, 0});
  double x[4] = {0, 0, 1e-9, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    if (!given[i]) continue;
    const auto number = real(e, *given[i], a.span);
    if (!number) return not_known(e, a);
    x[i] = *number;
  }
  if (x[2] < 0 || x[3] < 0) e.raise("ValueError", "tolerances must be non-negative", a.span);
  const double apart = std::fabs(x[1] - x[0]);
  const bool is_near =
      apart <= std::fabs(x[2] * x[1]) || apart <= std::fabs(x[2] * x[0]) || apart <= x[3];
  const bool is_finite = !std::isinf(x[0]) && !std::isinf(x[1]);
  return e.pool().boolean(x[0] == x[1] || (is_finite && is_near), a.span);
}

double degrees(double x) {
  return x * (180.0 / std::numbers::pi);
}
double radians(double x) {
  return x * (std::numbers::pi / 180.0);
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

// --- integers ---

// floor(), ceil() and trunc(); of an integer they are that integer.
template <double (*function)(double)>
Value* to_whole(Evaluator& e, Value*, A a) {
  const auto x = reals(e, a, 1, 1);
  if (a.positional[0]->big) return a.positional[0];
  if (!x) return not_known(e, a);
  if (a.positional[0]->kind != Value::Kind::kFloat)
    return e.pool().integer(int_of(*a.positional[0]), a.span);
  if (std::isnan((*x)[0])) e.raise("ValueError", "cannot convert float NaN to integer", a.span);
  if (std::isinf((*x)[0]))
    e.raise("OverflowError", "cannot convert float infinity to integer", a.span);
  const double whole = function((*x)[0]);
  if (std::fabs(whole) >= 0x1p63) return not_known(e, a);
  return e.pool().integer(static_cast<std::int64_t>(whole), a.span);
}

// The least common multiple, or the greatest common divisor.
template <bool is_multiple>
Value* common(Evaluator& e, Value*, A a) {
  if (!a.keywords.empty()) e.raise("TypeError", "takes no keyword arguments", a.span);
  std::int64_t out = is_multiple ? 1 : 0;
  for (const Value* value : a.positional) {
    const auto i = index_argument(e, *value, a.span);
    if (!i || *i == INT64_MIN) return not_known(e, a);
    const std::int64_t divisor = std::gcd(out, *i);
    if (!is_multiple || divisor == 0 || *i == 0)
      out = is_multiple ? 0 : divisor;
    else if (__builtin_mul_overflow(out / divisor, std::llabs(*i), &out))
      return not_known(e, a);
  }
  return e.pool().integer(out, a.span);
}

// n * (n - 1) * ..., `count` factors, each partial product divided where `divides`.
Value* falling(Evaluator& e, std::int64_t n, std::int64_t count, bool divides, A a) {
  std::int64_t out = 1;
  for (std::int64_t i = 0; i < count; ++i) {
    e.step();
    Wide product = static_cast<Wide>(out) * (n - i);
    if (divides) product /= i + 1;
    if (product > INT64_MAX) return not_known(e, a);
    out = static_cast<std::int64_t>(product);
  }
  return e.pool().integer(out, a.span);
}

// comb(n, k), and perm(n, k), whose k may be missing.
template <bool divides>
Value* choose(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"comb", {"n", "k"}, divides ? 2u : 1u, 2, 2});
  const bool all = !given[1] || (!divides && given[1]->kind == Value::Kind::kNone);
  const auto n = index_argument(e, *given[0], a.span);
  const auto k = all ? n : index_argument(e, *given[1], a.span);
  if (!n || !k) return not_known(e, a);
  if (*n < 0 || *k < 0) e.raise("ValueError", "must be a non-negative integer", a.span);
  if (*k > *n) return e.pool().integer(0, a.span);
  return falling(e, *n, divides ? std::min(*k, *n - *k) : *k, divides, a);
}

Value* factorial(Evaluator& e, Value*, A a) {
  const Value& given = *bound(e, a, {"factorial", {"n"}, 1, 1, 1})[0];
  if (given.kind == Value::Kind::kFloat) return not_known(e, a);  // differs between versions
  const auto n = index_argument(e, given, a.span);
  if (n && *n < 0) e.raise("ValueError", "factorial() not defined for negative values", a.span);
  return n ? falling(e, *n, *n, false, a) : not_known(e, a);
}

Value* isqrt(Evaluator& e, Value*, A a) {
  const auto n = index_argument(e, *bound(e, a, {"isqrt", {"n"}, 1, 1, 1})[0], a.span);
  if (n && *n < 0) e.raise("ValueError", "isqrt() argument must be nonnegative", a.span);
  if (!n || *n >= INT64_C(1) << 52) return not_known(e, a);
  const double root = std::floor(std::sqrt(static_cast<double>(*n)));
  return e.pool().integer(static_cast<std::int64_t>(root), a.span);
}

Value* prod(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"prod", {"iterable", "start"}, 1, 1, 1});
  Iterator* items = iterator_of(e, *given[0], a.span);
  Value* product = given[1] ? given[1] : e.pool().integer(1, a.span);
  while (Value* item = items ? items->next(e, a.span) : nullptr)
    product = binary(e, syntax::Operator::kMultiply, *product, *item, a.span);
  return items && items->known() ? product : not_known(e, a);
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
    {"ceil", to_whole<std::ceil>},
    {"comb", choose<true>},
    {"copysign", copysign},
    {"cos", of_one<std::cos>},
    {"cosh", of_one<std::cosh, true>},
    {"degrees", of_one<degrees>},
    {.name = "e", .value = constant<kE>},
    {"exp", of_one<std::exp, true>},
    {"expm1", of_one<std::expm1, true>},
    {"fabs", of_one<std::fabs>},
    {"factorial", factorial},
    {"floor", to_whole<std::floor>},
    {"fmod", of_two<std::fmod>},
    {"gcd", common<false>},
    {.name = "inf", .value = constant<kInfinity>},
    {"isclose", isclose},
    {"isfinite", ask<is_finite>},
    {"isinf", ask<is_infinite>},
    {"isnan", ask<is_nan>},
    {"isqrt", isqrt},
    {"lcm", common<true>},
    {"log", log},
    {"log10", of_one<std::log10>},
    {"log1p", of_one<std::log1p>},
    {"log2", of_one<std::log2>},
    {"modf", modf},
    {.name = "nan", .value = constant<kNotANumber>},
    {"perm", choose<false>},
    {.name = "pi", .value = constant<kPi>},
    {"pow", of_two<std::pow>},
    {"prod", prod},
    {"radians", of_one<radians>},
    {"sin", of_one<std::sin>},
    {"sinh", of_one<std::sinh, true>},
    {"sqrt", of_one<std::sqrt>},
    {"tan", of_one<std::tan>},
    {"tanh", of_one<std::tanh>},
    {.name = "tau", .value = constant<kTau>},
    {"trunc", to_whole<std::trunc>},
};

}  // namespace

std::span<const Member> math_members() {
  return kMembers;
}

}  // namespace mmlint::python
